// Keeps the whole site for reading without network. Every build has its own cache; what did not change between two builds is
// taken over from the older one. `BUILD` stands above.
"use strict";
const PREFIX = "headjudge-";
const CACHE = PREFIX + BUILD;
const USED = PREFIX + "used"; // large files, kept once they were asked for
const AT_ONCE = 8; // files that are fetched side by side
const SCOPE = new URL("./", self.location.href);

async function list() {
  const kept = await caches.match(new URL("offline.json", SCOPE), { cacheName: CACHE });
  if (kept) {
    return kept.json();
  }
  const reply = await fetch(new URL("offline.json", SCOPE), { cache: "no-cache" });
  if (!reply.ok) {
    throw new Error(`offline.json: ${reply.status}`);
  }
  const mine = await caches.open(CACHE);
  await mine.put(new URL("offline.json", SCOPE), direct(reply.clone()));
  return reply.json();
}

// The caches of other builds with the marks of what lies in them.
async function older() {
  const found = [];
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== CACHE && name !== USED) {
      const cache = await caches.open(name);
      const about = await cache.match(new URL("offline.json", SCOPE));
      if (about) {
        found.push({ cache, files: (await about.json()).files });
      }
    }
  }
  return found;
}

// Some hosts lead from `10.5.html` on to `10.5`. A browser takes no page from us that says it was led elsewhere.
function direct(reply) {
  return reply.redirected ? new Response(reply.body, { status: reply.status, headers: reply.headers }) : reply;
}

// An installation that was cut short goes on where it was.
async function keep() {
  const { files } = await list();
  const mine = await caches.open(CACHE);
  const there = new Set((await mine.keys()).map((request) => request.url));
  const before = await older();
  const wanted = Object.entries(files).filter(([path]) => !there.has(new URL(path, SCOPE).href));
  async function one([path, mark]) {
    const url = new URL(path, SCOPE);
    for (const { cache, files: marks } of before) {
      const same = marks[path] === mark && (await cache.match(url));
      if (same) {
        return mine.put(url, same);
      }
    }
    const reply = await fetch(url, { cache: "no-cache" });
    if (!reply.ok) {
      throw new Error(`${path}: ${reply.status}`);
    }
    return mine.put(url, direct(reply));
  }
  const next = wanted[Symbol.iterator]();
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (const entry of next) {
      await one(entry);
    }
  }));
}

async function forget() {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== CACHE && name !== USED) {
      await caches.delete(name);
    }
  }
  const { onUse } = await list();
  const used = await caches.open(USED);
  for (const request of await used.keys()) {
    const url = new URL(request.url);
    if (url.searchParams.get("mark") !== onUse[decodeURI(url.pathname.slice(SCOPE.pathname.length))]) {
      await used.delete(request);
    }
  }
}

// The page that a short address stands for: hosts know `10.5` and `palworld` too, and readers copy what their browser shows.
async function meant(url) {
  for (const end of [".html", "/index.html"]) {
    const whole = new URL(url.pathname + end, url);
    if (await caches.match(whole, { cacheName: CACHE })) {
      return whole;
    }
  }
  return null;
}

async function answer(request) {
  const url = new URL(request.url);
  url.search = "";
  url.hash = "";
  if (url.pathname.endsWith("/")) {
    url.pathname += "index.html";
  }
  const kept = await caches.match(url, { cacheName: CACHE });
  if (kept) {
    return kept;
  }
  if (request.mode === "navigate") {
    const whole = await meant(url);
    if (whole) {
      return Response.redirect(whole);
    }
  }
  const mark = (await list()).onUse[decodeURI(url.pathname.slice(SCOPE.pathname.length))];
  if (!mark) {
    return fetch(request);
  }
  const marked = new URL(url);
  marked.searchParams.set("mark", mark);
  const used = await caches.open(USED);
  const before = await used.match(marked);
  if (before) {
    return before;
  }
  const reply = await fetch(request);
  if (reply.ok) {
    await used.put(marked, reply.clone());
  }
  return reply;
}

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(forget().then(() => self.clients.claim())));
self.addEventListener("fetch", function (event) {
  const url = new URL(event.request.url);
  if (event.request.method === "GET" && url.href.startsWith(SCOPE.href) && !/(?:sw\.js|offline\.json)$/.test(url.pathname)) {
    event.respondWith(answer(event.request));
  }
});
self.addEventListener("message", function (event) {
  if (event.data === "take-over") {
    self.skipWaiting();
  } else if (event.data === "editions") {
    event.waitUntil(list().then((about) => event.ports[0].postMessage(about.editions)));
  }
});
