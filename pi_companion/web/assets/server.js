// What the page asks of the server: JSON both ways, and every refusal a sentence.

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
  if (answer.ok || answer.status === 409) return body;
  throw new Refusal(body.error ?? "", body.field ?? "", answer.status);
}

export function get(path) {
  return answerOf(fetch(path));
}

export function post(path, body) {
  return answerOf(
    fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
  );
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
