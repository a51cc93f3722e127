// The table as it is told: one stream, taken up where it broke off, and the age of what is shown.

const OLD_S = 6;
const SILENT_S = 8;
const RETRY_MS = 4000;

const listeners = new Set();
let state = null;
let boardless = null;
let source = null;
let lastId = "";
let heardAt = null;
let pictureAt = null;
let toldAt = null;
let begunAt = 0;
let joins = false;
let failed = false;

export function currentState() {
  return state;
}

/** How the camera fares while nobody has shown the companion its board; null once somebody has. */
export function withoutBoard() {
  return boardless;
}

/**
 * Call back with {state, events} on news, with {boardless} while there is no board, with {starting} before there is
 * anything to show, and with {} each second; returns how to stop it.
 */
export function listen(callback) {
  listeners.add(callback);
  if (state) callback({ state, events: [] });
  else if (boardless) callback({ boardless });
  return () => listeners.delete(callback);
}

/** Wait for the first news of the table where none came yet; not for long, since it may be away. */
export function firstNews() {
  return new Promise((done) => {
    const stop = listen((news) => {
      if (!news.state && !news.boardless && !freshness().lost) return;
      queueMicrotask(() => stop());
      done();
    });
  });
}

function now() {
  return performance.now() / 1000;
}

/** How things are, in seconds: whether nothing is heard and for how long, how old picture and state are. */
export function freshness() {
  const silent = heardAt === null ? 0 : now() - heardAt;
  const age = pictureAt === null ? null : now() - pictureAt;
  const since = toldAt === null ? 0 : now() - toldAt;
  return { lost: failed || silent > SILENT_S, silent, age, old: age !== null && age > OLD_S, since };
}

function tell(news) {
  for (const callback of [...listeners]) callback(news);
}

function heard() {
  heardAt = now();
  failed = false;
}

export function connect() {
  begunAt = now();
  source = new EventSource(lastId ? `/api/live?after=${encodeURIComponent(lastId)}` : "/api/live");
  // Who joins is told a state that may be old already; the beat before it says how old.
  source.addEventListener("open", () => (joins = true));
  source.addEventListener("news", (event) => {
    const news = JSON.parse(event.data);
    lastId = event.lastEventId;
    heard();
    if (!joins) toldAt = heardAt;
    joins = false;
    boardless = news.state?.waiting === "board" ? news.state : null;
    state = boardless ? null : news.state;
    if (state) tell({ state, events: news.events });
    else tell(boardless ? { boardless } : { starting: true });
  });
  source.addEventListener("beat", (event) => {
    const { age_s: age, since_s: since } = JSON.parse(event.data);
    heard();
    toldAt = heardAt - (since ?? 0);
    pictureAt = age === null ? null : heardAt - age;
    tell({});
  });
  source.addEventListener("error", () => {
    failed = true;
    tell({});
    // The browser tries again by itself, unless the server gave an answer that was no stream.
    if (source.readyState === EventSource.CLOSED) setTimeout(connect, RETRY_MS);
  });
}

/** A stream that says nothing may hang for good, as after a sleep or in a far corner of the network: begin anew. */
function lookAfter() {
  if (source && source.readyState !== EventSource.CLOSED && now() - Math.max(heardAt, begunAt) > SILENT_S) {
    source.close();
    connect();
  }
  tell({});
}

setInterval(lookAfter, 1000);
