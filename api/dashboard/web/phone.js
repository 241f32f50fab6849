// The phone as the camera: its pictures go to the program as JPEG files over one WebSocket, each with the time it
// was taken. The next one is sent once the program has the one before, so that the newest wins on a slow network.
import { put } from "./dom.js";
import { number, say } from "./texts.js";

const at = (id) => document.getElementById(id);

const WIDE = 1920; // px wanted of the camera, and the most that is sent
const HIGH = 1080;
const QUALITY = 0.9; // of the JPEG files: below it the edges of small digits suffer
const PATIENCE = 5000; // ms without an answer after which the connection is given up
const AGAIN = 1500; // ms before the next try to connect
const CLOSED = { 4001: "busy", 4002: "taken", 4003: "refused" }; // as the program closes the connection

let stream = null; // of the phone's camera
let socket = null;
let lock = null; // keeps the screen on
let running = false; // wanted by whoever holds the phone
let sending = false; // a picture is on its way
let sentAt = 0;
let count = { sent: 0, skipped: 0, size: "" };
let retry = 0;
const canvas = document.createElement("canvas");
const pen = canvas.getContext("2d", { alpha: false, desynchronized: true });

let shown = "";
function show(state) {
  shown = state;
  document.body.dataset.state = state;
  put(at("state"), say(`phone.state.${state}`));
  at("start").hidden = running;
  at("stop").hidden = !running;
  at("take").hidden = state !== "busy" && state !== "taken";
  at("choose").hidden = !running || at("camera").options.length < 2;
}

/** Why the camera cannot be used, by the name of the browser's error. */
function trouble(error) {
  return { NotAllowedError: "denied", NotFoundError: "none", OverconstrainedError: "none", NotReadableError: "inuse" }[error.name] ?? "broken";
}

async function openCamera(id) {
  closeCamera();
  const wish = { width: { ideal: WIDE }, height: { ideal: HIGH }, frameRate: { ideal: 30 } };
  stream = await navigator.mediaDevices.getUserMedia({
    audio: false, video: id ? { ...wish, deviceId: { exact: id } } : { ...wish, facingMode: { ideal: "environment" } },
  });
  const track = stream.getVideoTracks()[0];
  track.addEventListener("ended", () => stream && broken("ended"));
  track.addEventListener("mute", () => tell("camera"));
  const video = at("video");
  video.srcObject = stream;
  await video.play();
  const cameras = (await navigator.mediaDevices.enumerateDevices()).filter((d) => d.kind === "videoinput");
  const own = track.getSettings().deviceId;
  at("camera").replaceChildren(...cameras.map((c, i) => new Option(c.label || `${i + 1}`, c.deviceId, false, c.deviceId === own)));
}

function closeCamera() {
  const old = stream;
  stream = null;
  for (const track of old?.getTracks() ?? []) track.stop();
}

function broken(state) {
  tell("camera");
  show(state);
}

/** Tells the program why no picture comes. */
function tell(what) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ trouble: what }));
}

function connect(take = false) {
  clearTimeout(retry);
  socket?.close();
  const mine = new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/api/v1/setup/phone/camera${take ? "?take=1" : ""}`);
  mine.binaryType = "arraybuffer";
  socket = mine;
  sending = false;
  mine.addEventListener("open", () => mine === socket && show(document.hidden ? "hidden" : "live"));
  mine.addEventListener("message", ({ data }) => {
    if (mine !== socket) return;
    sending = false;
    const answer = JSON.parse(data);
    if (answer.got) count.sent++;
    if (shown !== "live" && answer.got) show("live");
    if (count.sent % 15 === 1) detail();
  });
  mine.addEventListener("close", ({ code }) => {
    if (mine !== socket) return;
    socket = null;
    if (!running) return;
    if (CLOSED[code]) return show(CLOSED[code]); // asks instead of fighting over it
    show("away");
    retry = setTimeout(connect, AGAIN);
  });
}

function detail() {
  put(at("detail"), say("phone.detail", { size: count.size, sent: number(count.sent), skipped: number(count.skipped) }));
}

/** Sends the picture on show, unless the one before is still on its way. */
function send(now, taken) {
  const video = at("video");
  if (!running || document.hidden || socket?.readyState !== WebSocket.OPEN || !video.videoWidth) return;
  if (sending) {
    count.skipped++;
    if (now - sentAt > PATIENCE) socket.close();
    return;
  }
  sending = true;
  sentAt = now;
  // A phone that is turned gives the picture turned, so the size is taken from every picture.
  const scale = Math.min(1, WIDE / Math.max(video.videoWidth, video.videoHeight));
  const [w, h] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
  if (canvas.width !== w || canvas.height !== h) {
    [canvas.width, canvas.height] = [w, h];
    count.size = `${w} × ${h}`;
    detail();
  }
  pen.drawImage(video, 0, 0, w, h);
  const to = socket;
  canvas.toBlob(async (blob) => {
    if (!blob) return void (sending = false);
    const picture = new Uint8Array(await blob.arrayBuffer());
    const message = new Uint8Array(8 + picture.length);
    new DataView(message.buffer).setFloat64(0, taken, true);
    message.set(picture, 8);
    if (to.readyState === WebSocket.OPEN) to.send(message);
  }, "image/jpeg", QUALITY);
}

function follow() {
  const video = at("video");
  if ("requestVideoFrameCallback" in video) {
    video.requestVideoFrameCallback((now, picture) => {
      send(now, picture.captureTime ?? picture.expectedDisplayTime ?? now);
      follow();
    });
  } else {
    requestAnimationFrame((now) => {
      send(now, now);
      follow();
    });
  }
}

async function keepAwake() {
  try {
    lock = await navigator.wakeLock?.request("screen");
  } catch {
    lock = null; // low battery, for one; the hint on the page says what to do
  }
}

async function start(take = false) {
  running = true;
  show("asking");
  if (!navigator.mediaDevices?.getUserMedia) {
    running = false;
    return show("insecure");
  }
  try {
    if (!stream) await openCamera("");
  } catch (error) {
    running = false;
    return show(trouble(error));
  }
  connect(take);
  keepAwake();
}

function stop() {
  running = false;
  clearTimeout(retry);
  closeCamera();
  socket?.close();
  socket = null;
  lock?.release();
  lock = null;
  show("idle");
}

at("start").addEventListener("click", () => start());
at("take").addEventListener("click", () => start(true));
at("stop").addEventListener("click", stop);
at("camera").addEventListener("change", async () => {
  try {
    await openCamera(at("camera").value);
  } catch (error) {
    broken(trouble(error));
  }
});
// A locked screen stops the camera and soon the connection too; both come back with the page.
document.addEventListener("visibilitychange", async () => {
  if (!running) return;
  if (document.hidden) {
    tell("hidden");
    return show("hidden");
  }
  keepAwake();
  if (!stream || stream.getVideoTracks()[0].readyState !== "live") {
    try {
      await openCamera(at("camera").value);
    } catch (error) {
      return broken(trouble(error));
    }
  }
  if (socket?.readyState === WebSocket.OPEN) show("live");
  else if (shown !== "busy" && shown !== "taken") connect();
});
setInterval(() => running && tell("alive"), 5000);
follow();
show(window.isSecureContext ? "idle" : "insecure");
