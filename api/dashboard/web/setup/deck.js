// The step in which the cards are learnt: the empty table if wanted, fronts row by row, then the backs.
import { cardName, h } from "../dom.js";
import { listed, say } from "../texts.js";
import { ask } from "./ask.js";

const COLORS = ["red", "yellow", "green", "blue"];
const ROWS = 4;

/** Shows the step; draft.deck is the name of the deck chosen or learnt. */
export async function show(content, draft, { run, keep, decks }) {
  let picked = null; // a front tapped, to be exchanged with the next one
  let seen; // the count of the deck as it is shown
  let doubtful = false;
  const step = (what) => ask("POST", "/deck", { ...what, camera: draft.source });
  const teach = (what) => run(async () => {
    try {
      paint(await step({ ...what, seen }));
    } catch (error) {
      if (error.code === "conflict") paint(await step({ do: "state" }));
      throw error;
    }
  });
  const button = (text, what, props = {}) => h("button", { type: "button", ...props, onclick: () => teach(what) }, text);
  const box = h("div", { class: "stack" });

  function paint(state) {
    seen = state.count;
    const whole = state.rows.length === ROWS;
    doubtful = state.rows.some((row) => row.askew || row.unclear.length);
    const name = document.getElementById("deck-name")?.value ?? draft.deckName ?? say("setup.deck.ours");
    const held = document.activeElement?.closest?.(".stack") === box ? document.activeElement.dataset.key : undefined;
    box.replaceChildren(
      h("p", {}, say("setup.deck.empty")),
      h("div", { class: "row" }, button(say("setup.deck.takeempty"), { do: "empty" }, { id: "take-empty", "data-key": "empty" }),
        h("span", { class: "good", id: "empty-taken" }, state.empty ? say("setup.deck.emptytaken") : "")),
      h("p", {}, say("setup.deck.fronts")),
      h("div", { class: "row" },
        button(say("setup.deck.takerows"), { do: "rows" }, { class: whole ? "" : "main", id: "take-rows", "data-key": "rows", disabled: whole }),
        h("span", { class: "soft", id: "rows-so-far" }, say("setup.deck.sofar", { n: state.rows.length })),
        state.rows.length ? h("button", { type: "button", class: "quiet", id: "anew", onclick: () => confirm(say("setup.deck.anewsure")) && teach({ do: "clear" }) }, say("setup.deck.anew")) : ""),
      ...state.rows.map((row, r) => paintRow(row, r, state)),
      whole ? h("p", { class: "soft" }, say(picked ? "setup.deck.swapwith" : "setup.deck.swap")) : "",
      whole ? h("div", { class: "row" }, button(say("setup.deck.turnall"), { do: "turn", row: -1 }, { class: "quiet", "data-key": "turnall" })) : "",
      h("p", {}, say("setup.deck.backs")),
      h("div", { class: "row" }, button(say("setup.deck.takebacks"), { do: "backs" }, { class: whole && !state.backs.length ? "main" : "", id: "take-backs", "data-key": "backs" })),
      h("div", { class: "strip" }, state.backs.map((back, i) => h("label", { class: "field back" },
        h("img", { src: `/api/v1/setup/face/${back.face}`, alt: "" }),
        h("input", { value: back.name, maxlength: "40", "data-key": `back${i}`, "aria-label": say("setup.deck.backname", { i: i + 1 }), onchange: (event) => teach({ do: "name", back: i, name: event.target.value.trim() }) })))),
      whole && state.backs.length > 1 ? h("div", { class: "row" },
        h("label", { class: "field" }, h("span", {}, say("setup.deck.name")), h("input", { id: "deck-name", "data-key": "name", maxlength: "60", value: name })),
        h("button", { type: "button", class: "main", id: "save-deck", "data-key": "save", onclick: save }, say("setup.deck.save"))) : "",
    );
    if (held) box.querySelector(`[data-key="${held}"]`)?.focus();
  }

  function paintRow(row, r, state) {
    return h("div", { class: "faces", role: "group", "aria-label": say("setup.deck.row", { i: r + 1 }) },
      h("div", { class: "row tools" },
        row.color ? colorChoice(row.color, r) : h("span", { class: "soft" }, say("setup.deck.row", { i: r + 1 })),
        button(say("setup.deck.retake"), { do: "retake", row: r }, { "data-key": `retake${r}`, title: say("setup.deck.retakehelp") }),
        row.askew ? button(say("setup.deck.turn"), { do: "turn", row: r }, { "data-key": `turn${r}` }) : ""),
      row.askew ? h("p", { class: "bad" }, say("setup.deck.askew")) : "",
      row.unclear.length ? h("p", { class: "bad" }, say("setup.deck.unclear", { cards: listed(row.unclear.map((n) => cardName({ color: row.color, number: n }))) })) : "",
      h("div", { class: "strip" }, row.faces.map((face, i) => paintFace({ color: row.color, number: i + 1 }, face, row.unclear.includes(i + 1), state))));
  }

  function paintFace(card, face, unclear, state) {
    const label = card.color ? cardName(card) : String(card.number);
    const is = picked && picked.color === card.color && picked.number === card.number;
    return h("button", { type: "button", class: unclear ? "face unclear" : "face", "aria-pressed": String(Boolean(is)), disabled: !card.color, title: label, "data-key": label, onclick: () => pick(card, state) },
      h("img", { src: `/api/v1/setup/face/${face}`, alt: label }), h("span", { "aria-hidden": "true" }, unclear ? `${card.number} ?` : String(card.number)));
  }

  function colorChoice(color, row) {
    const choice = h("select", { "data-key": `color${row}`, "aria-label": say("setup.deck.color", { i: row + 1 }), onchange: () => teach({ do: "color", row, color: choice.value }) },
      COLORS.map((c) => new Option(say(`color.${c}`), c, false, c === color)));
    return choice;
  }

  function pick(card, state) {
    if (!picked) {
      picked = card;
      return paint(state);
    }
    const cards = [picked, card];
    picked = null;
    if (cards[0].color === cards[1].color && cards[0].number === cards[1].number) return paint(state);
    return teach({ do: "swap", cards });
  }

  const save = () => run(async () => {
    if (doubtful && !confirm(say("setup.deck.anyway"))) return;
    const name = document.getElementById("deck-name").value.trim();
    await step({ do: "save", name, seen });
    keep({ deck: name, deckName: name });
    if (!decks.includes(name)) decks.push(name);
    choose(name);
    learning.open = false;
    document.getElementById("next").focus();
  });

  const known = h("div", { class: "row", role: "group", "aria-label": say("setup.deck.known") });
  function choose(name) {
    known.replaceChildren(...decks.map((d) => h("button", { type: "button", "aria-pressed": String(d === name), class: d === name ? "chosen" : "", onclick: () => {
      keep({ deck: d });
      choose(d);
    } }, d)));
    done.textContent = name ? say("setup.deck.chosen", { name }) : "";
  }
  const done = h("p", { class: "good", role: "status" });
  const learning = h("details", { open: !decks.length }, h("summary", {}, say("setup.deck.learn")), box);
  content.replaceChildren(decks.length ? h("p", {}, say("setup.deck.choose")) : "", known, done, learning);
  choose(decks.includes(draft.deck) ? draft.deck : "");
  paint(await step({ do: "state" }));
}
