// The step in which the cards are learnt: fronts row by row, then the backs.
import { cardName, h } from "../dom.js";
import { say } from "../texts.js";
import { ask } from "./ask.js";

const COLORS = ["red", "yellow", "green", "blue"];

/** Shows the step; draft.deck is the name of the deck chosen or learnt. */
export async function show(content, draft, { run, keep, decks }) {
  let picked = null; // a front tapped, to be exchanged with the next one
  let seen; // the count of the deck as it is shown
  const teach = (step) => run(async () => {
    try {
      paint(await ask("POST", "/deck", { ...step, seen: step.do === "state" ? undefined : seen }));
    } catch (error) {
      if (error.code === "conflict") paint(await ask("POST", "/deck", { do: "state" }));
      throw error;
    }
  });
  const box = h("div", { class: "stack" });

  function paint(state) {
    seen = state.count;
    const rows = state.rows.map((color, r) => h("div", { class: "faces", role: "group", "aria-label": say("setup.deck.row", { i: r + 1 }) },
      h("div", { class: "row tools" },
        color ? colorChoice(color, r) : h("span", { class: "soft" }, say("setup.deck.row", { i: r + 1 })),
        h("button", { type: "button", onclick: () => teach({ do: "remove", row: r }) }, say("setup.deck.retake"))),
      h("div", { class: "strip" }, Array.from({ length: 10 }, (_, i) => {
        const card = { color, number: i + 1 };
        const label = color ? cardName(card) : `${i + 1}`;
        const is = picked && picked.color === color && picked.number === i + 1;
        return h("button", { type: "button", class: "face", "aria-pressed": String(Boolean(is)), disabled: !color, title: label, onclick: () => pick(card, state) },
          h("img", { src: `/api/v1/setup/deck/${r}/${i}?${state.count}`, alt: label }), h("span", { "aria-hidden": "true" }, String(i + 1)));
      }))));
    const backs = state.backs.map((name, i) => h("label", { class: "field back" },
      h("img", { src: `/api/v1/setup/deck/backs/${i}?${state.count}`, alt: "" }),
      h("input", { value: name, maxlength: "40", "aria-label": say("setup.deck.backname", { i: i + 1 }), onchange: (event) => teach({ do: "name", back: i, name: event.target.value.trim() }) })));
    box.replaceChildren(
      h("p", {}, say("setup.deck.fronts")),
      h("div", { class: "row" },
        h("button", { type: "button", class: state.rows.length < 4 ? "main" : "", id: "take-rows", disabled: state.rows.length >= 4, onclick: () => teach({ do: "rows" }) }, say("setup.deck.takerows")),
        h("span", { class: "soft", id: "rows-so-far" }, say("setup.deck.sofar", { n: state.rows.length }))),
      ...rows,
      rows.length === 4 ? h("p", { class: "soft" }, say(picked ? "setup.deck.swapwith" : "setup.deck.swap")) : "",
      h("p", {}, say("setup.deck.backs")),
      h("div", { class: "row" },
        h("button", { type: "button", class: state.rows.length === 4 && !backs.length ? "main" : "", id: "take-backs", onclick: () => teach({ do: "backs" }) }, say("setup.deck.takebacks"))),
      h("div", { class: "strip" }, backs),
      state.rows.length === 4 && backs.length > 1 ? h("div", { class: "row" },
        h("label", { class: "field" }, h("span", {}, say("setup.deck.name")), h("input", { id: "deck-name", maxlength: "60", value: draft.deckName ?? say("setup.deck.ours") })),
        h("button", { type: "button", class: "main", id: "save-deck", onclick: save }, say("setup.deck.save"))) : "",
    );
  }

  function colorChoice(color, row) {
    const choice = h("select", { "aria-label": say("setup.deck.color", { i: row + 1 }), onchange: () => teach({ do: "color", row, color: choice.value }) },
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
    const name = document.getElementById("deck-name").value.trim();
    await ask("POST", "/deck", { do: "save", name, seen });
    keep({ deck: name, deckName: name });
    if (!decks.includes(name)) decks.push(name);
    choose(name);
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
  content.replaceChildren(
    decks.length ? h("p", {}, say("setup.deck.choose")) : "", known, done,
    h("details", { open: !decks.length }, h("summary", {}, say("setup.deck.learn")), box));
  choose(decks.includes(draft.deck) ? draft.deck : "");
  await teach({ do: "state" });
}
