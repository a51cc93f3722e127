// What the page asks of the server: JSON both ways, and every refusal a sentence.

import { said } from "./words.js";

export class Refusal extends Error {
  constructor(message, field, status) {
    super(message);
    this.field = field;
    this.status = status;
  }
}

async function answerOf(request) {
  let answer;
  try {
    answer = await request;
  } catch {
    throw new Refusal("", "", 0);
  }
  const body = await answer.json().catch(() => ({}));
  if (body.refused) body.refused = said(body.refused);
  if (answer.ok || answer.status === 409) return body;
  if (answer.status === 403 && isPlayer()) await lookWhoWeAre();
  throw new Refusal(said(body.error ?? ""), body.field ?? "", answer.status);
}

export function get(path) {
  return answerOf(fetch(path));
}

export function post(path, body) {
  return answerOf(
    fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
  );
}

const TRIES = 4;
const AGAIN_MS = 1500;

/** Post what counts once by its key: where no answer comes it is sent again. */
export async function postOnce(path, body, tries = TRIES) {
  try {
    return await post(path, body);
  } catch (refusal) {
    if (refusal.status || tries <= 1) throw refusal;
    await new Promise((done) => setTimeout(done, AGAIN_MS));
    return postOnce(path, body, tries - 1);
  }
}

/** A key for an order, so that one that is sent twice counts once. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

let role = "spectator";
let info = {};

export async function loadSession() {
  info = await get("/api/session");
  role = info.role;
  return info;
}

/** What this device might do it may no longer: its time is over, new PINs were drawn, or its cookie was deleted. */
async function lookWhoWeAre() {
  const before = role;
  await loadSession().catch(() => null);
  if (role !== before) dispatchEvent(new Event("session"));
}

export async function givePin(pin) {
  info = await post("/api/session", { pin });
  role = info.role;
}

export async function leave() {
  info = await post("/api/session/end", {});
  role = info.role;
}

export function session() {
  return info;
}

export function isPlayer() {
  return role !== "spectator";
}

export function isDirector() {
  return role === "director";
}
