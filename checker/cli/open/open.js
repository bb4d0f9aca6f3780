// The page of `workbook open`. What it shows of a check comes as events; what it asks for goes back as orders.
"use strict";

const by = id => document.getElementById(id);
let course = { lessons: [] };
let now = null;             // the newest snapshot
let view = "";              // what stands after "#": "lesson/03_square_port/anchor", "lesson/03_square_port.de", "source/docs"
let loaded = "";            // the text that is in <main>
let wantedProfile = null;   // the number that the profile has which this tab has asked for

const lessonOf = name => course.lessons.find(lesson => lesson.name === name);
const viewKind = () => view.split("/")[0];
const viewName = () => (view.split("/")[1] || "").split(".")[0];

function show(element, is) { element.hidden = !is; }

function element(kind, properties = {}, ...inside) {
  const made = Object.assign(document.createElement(kind), properties);
  made.append(...inside);
  return made;
}

async function order(...words) {
  try {
    await fetch("order", { method: "POST", body: words.join(" ") });
  } catch (error) {
    show(by("gone"), true);
  }
}

// The lesson that the keys are about: the one whose text is here, else the one that is checked.
function lessonHere() {
  if (["lesson", "profile", "solution"].includes(viewKind()) && lessonOf(viewName())) return viewName();
  return now ? now.lesson : "";
}

function drawVerdict() {
  if (!now) return;
  const isHere = lessonHere() === now.lesson;
  by("verdict").className = now.kind;
  by("status").textContent = now.kind === "busy" ? now.status : `${now.lesson}: ${now.status}`;
  if (by("report").textContent !== now.report) by("report").textContent = now.report;
  show(by("report"), now.report.trim() !== "");
  by("notice").textContent = now.notice;
  show(by("notice"), now.notice !== "");
  by("progress").textContent = now.progress;
  by("watched").textContent = now.lesson;
  by("watched").href = "#lesson/" + now.lesson;
  show(by("profile"), now.can_profile);
  show(by("solution"), now.solution_of !== "" && isHere);
  show(by("next"), now.kind === "passed" && now.next !== "" && isHere);
  show(by("stop"), now.can_stop);
  show(by("elsewhere"), !isHere);
  drawPicture();
}

// The arrays of the run that the verdict is of. While the next one is drawn, the last one stays.
function drawPicture() {
  if (!now) return;
  const place = by("picture"), isHere = viewKind() === "lesson" && viewName() === now.lesson;
  const { number, is_drawing: isDrawing } = now.picture;
  let frame = place.querySelector("iframe");
  if (frame && frame.dataset.lesson !== now.lesson) frame = frame.remove();
  const isOld = number === 0;
  if (isOld && now.kind !== "busy" && !isDrawing && frame) frame = frame.remove();
  if (!isOld && !(frame && frame.dataset.number === String(number))) {
    if (frame) frame.remove();
    frame = element("iframe", { src: `run/${now.lesson}?${number}#arrays`, title: "Your last run of " + now.lesson });
    Object.assign(frame.dataset, { lesson: now.lesson, number });
    frame.addEventListener("load", event => fitFrame(event.target));
    place.append(frame);
  }
  by("picture-says").textContent = isOld ? "The run before: which thread read or wrote each element"
    : "Your last run: which thread read or wrote each element";
  place.classList.toggle("old", isOld);
  show(place, frame && isHere);
}

// As high as what is in it.
function fitFrame(frame) {
  const page = frame.contentDocument;
  if (!page || !page.body) return;
  const fit = () => { frame.style.height = page.body.offsetHeight + "px"; };
  new frame.contentWindow.ResizeObserver(fit).observe(page.body);
  fit();
}

function receive(snapshot) {
  const before = now;
  now = snapshot;
  show(by("gone"), false);
  drawVerdict();
  if (!before && view === "") go("#lesson/" + now.lesson, true);
  if (viewKind() === "list" && (!before || before.lesson !== now.lesson ||
      before.passed.join() !== now.passed.join())) drawLessons();
  if (viewKind() === "solution" && loaded === view && now.solution_of !== viewName()) loadView();
  if (!before || before.lesson !== now.lesson) openSeenHints();
  if (wantedProfile !== null && now.profile.number >= wantedProfile) {
    wantedProfile = null;
    loaded = "";
    if (view === "profile/" + now.profile.lesson) loadView();
    else go("#profile/" + now.profile.lesson);
  }
}

function go(hash, replace = false) {
  if (replace) history.replaceState(null, "", hash);
  else history.pushState(null, "", hash);
  changeView();
}

function changeView() {
  view = decodeURIComponent(location.hash.slice(1));
  if (view === "" && now) return go("#lesson/" + now.lesson, true);
  drawVerdict();
  loadView();
}

// The list, as `workbook list` has it.
function drawLessons() {
  const list = by("lessons");
  if (!list || !now) return;
  const words = by("search").value.toLowerCase().split(/\s+/).filter(word => word);
  const only = by("only").value;
  const passed = new Set(now.passed);
  list.replaceChildren();
  let chapter = null;
  for (const lesson of course.lessons) {
    const isDone = passed.has(lesson.name);
    const text = `${lesson.chapter} ${lesson.name} ${lesson.title}`.toLowerCase();
    if ((only === "done" && !isDone) || (only === "pending" && isDone)) continue;
    if (!words.every(word => text.includes(word))) continue;
    if (lesson.chapter !== chapter) {
      chapter = lesson.chapter;
      list.append(element("h2", { textContent: chapter }), element("ul", { className: "lessons" }));
    }
    const row = element("li", { className: (isDone ? "done " : "") + (lesson.name === now.lesson ? "current" : "") },
      element("span", { className: "mark", textContent: isDone ? "[+]" : "[ ]", title: isDone ? "passed" : "not passed yet" }),
      element("span", {}, element("a", { href: "#lesson/" + lesson.name, textContent: lesson.name }), " " + lesson.title),
      element("span", { className: "points", textContent: lesson.points + (lesson.points === "1" ? " point" : " points") }));
    if (lesson.after.length) row.append(element("span", { className: "after soft", textContent: "after " + lesson.after.join(", ") }));
    list.lastChild.append(row);
  }
  if (!list.firstChild) list.append(element("p", { textContent: "No lesson is like that." }));
}

function drawList() {
  const search = element("input", { id: "search", type: "search", placeholder: "Words in it (key: /)" });
  search.setAttribute("aria-label", "Only lessons with these words in them");
  const only = element("select", { id: "only" });
  only.setAttribute("aria-label", "Which lessons");
  for (const [value, text] of [["all", "All"], ["pending", "Not passed yet"], ["done", "Passed"]])
    only.append(element("option", { value, textContent: text }));
  search.addEventListener("input", drawLessons);
  only.addEventListener("change", drawLessons);
  by("main").replaceChildren(element("h1", { textContent: "Lessons" }),
    element("p", { className: "filter" }, search, only), element("div", { id: "lessons" }));
  drawLessons();
}

// "Hint 1: ...", in any language.
const hintsOf = () => [...by("main").querySelectorAll("details")]
  .filter(one => /^\S+ [0-9]+\b/.test(one.querySelector("summary").textContent));

// Those that have been asked for before, here or by `workbook hint`, are open.
function openSeenHints() {
  if (!now || viewKind() !== "lesson" || viewName() !== now.lesson) return;
  hintsOf().forEach((hint, i) => { if (i < now.hints_shown) hint.open = true; });
}

function nextHint() {
  if (viewKind() !== "lesson") return go("#lesson/" + lessonHere());
  const hints = hintsOf();
  const next = hints.find(hint => !hint.open) || hints[hints.length - 1];
  if (!next) return;
  next.open = true;
  scrollToTop(next);
  next.querySelector("summary").focus({ preventScroll: true });
}

function prepareText() {
  hintsOf().forEach((hint, i) => hint.addEventListener("toggle", () => {
    if (hint.open && now && viewName() === now.lesson && i + 1 > now.hints_shown) order("hints", now.lesson, i + 1);
  }));
  openSeenHints();
  for (const link of by("main").querySelectorAll("a[href]"))
    if (!link.getAttribute("href").startsWith("#")) {
      link.target = "_blank";
      link.rel = "noreferrer";
    }
  // A table or a listing that is too wide is scrolled with the arrows, too.
  for (const wide of by("main").querySelectorAll("pre, table")) wide.tabIndex = wide.scrollWidth > wide.clientWidth ? 0 : -1;
}

// In which languages there is the text.
function languagesOf(lesson, shown) {
  const line = element("p", { className: "languages" });
  for (const { code, name } of [{ code: "en", name: "English" }, ...lesson.languages]) {
    const own = element(code === shown ? "span" : "a", { textContent: name, lang: code });
    if (code !== shown) own.href = "#lesson/" + lesson.name + (code === "en" ? "" : "." + code);
    line.append(own, " ");
  }
  return line;
}

// Below the verdict, which stays in sight.
function scrollToTop(what) {
  what.scrollIntoView();
  window.scrollBy(0, -document.querySelector("header").offsetHeight - 8);
}

function scrollToAnchor(name) {
  const anchor = name && document.getElementById(name);
  if (anchor) scrollToTop(anchor);
  else window.scrollTo(0, 0);
}

async function textOf(address) {
  const answer = await fetch(address);
  const text = await answer.text();
  if (!answer.ok) return element("p", { textContent: text });
  if (!(answer.headers.get("Content-Type") || "").startsWith("text/html")) return element("pre", { textContent: text });
  const holder = element("template");
  holder.innerHTML = text; // of the course's own texts; the page's policy lets no script in it run
  return holder.content;
}

function drawProfile(name) {
  const known = now && now.profile.lesson === name && now.profile.number > 0;
  const title = element("h1", { textContent: "Profile of " + name });
  const head = element("p", {}, element("a", { href: "#lesson/" + name, textContent: "Back to " + name }));
  if (known && now.profile.has_page) {
    const address = "profile/" + name;
    head.append("   ", element("a", { href: address, target: "_blank", textContent: "In a tab of its own" }));
    by("main").replaceChildren(title, head, element("iframe", { src: address, title: "Profile of " + name }));
    by("main").className = "framed";
  } else {
    by("main").replaceChildren(title, head, known ? element("pre", { textContent: now.profile.said })
      : element("p", { textContent: "No profile of this lesson has been made here. Press p to make one." }));
  }
}

async function loadView() {
  const [kind, ...rest] = view.split("/");
  let address = rest.join("/"), anchor = "";
  if (kind === "lesson" && rest.length > 1) [address, anchor] = [rest[0], rest[1]];
  if (kind === "text" && !address.endsWith(".md") && rest.length > 1) {
    anchor = rest[rest.length - 1];
    address = rest.slice(0, -1).join("/");
  }
  const wanted = kind + "/" + address;
  if (wanted === loaded && (kind === "lesson" || kind === "text")) return scrollToAnchor(anchor);
  loaded = wanted;
  by("main").className = "";
  const lesson = lessonOf(kind === "text" || kind === "source" ? "" : viewName());
  const language = kind === "lesson" && address.split(".")[1] || "en";
  by("main").lang = language;
  const name = { list: "Lessons", source: rest[rest.length - 1] }[kind] || "Text";
  document.title = (lesson ? lesson.name : name) + " · CUDA Workbook";
  if (kind === "list") {
    drawList();
  } else if (kind === "profile") {
    drawProfile(rest[0]);
  } else if (["lesson", "text", "source", "solution"].includes(kind)) {
    let text;
    try {
      text = await textOf(wanted);
    } catch (error) {
      loaded = "";
      return show(by("gone"), true);
    }
    if (loaded !== wanted) return; // another view was asked for meanwhile
    by("main").replaceChildren();
    if (kind === "solution") by("main").append(element("h1", { textContent: "Solution of " + rest[0] }));
    else if (lesson) by("main").append(element("p", { className: "soft", textContent: "Your file: " + lesson.file }));
    if (kind === "lesson" && lesson && lesson.languages.length) by("main").prepend(languagesOf(lesson, language));
    by("main").append(text);
    prepareText();
  } else {
    by("main").replaceChildren(element("p", { textContent: "There is no such page." }));
  }
  by("main").focus({ preventScroll: true });
  scrollToAnchor(anchor);
}

// Whoever opens a lesson works on it.
function openLesson(name) {
  if (now && name !== now.lesson) order("go_to", name);
  go("#lesson/" + name);
}

const actions = {
  run: () => order("check", lessonHere()),
  hint: nextHint,
  profile: () => {
    wantedProfile = now.profile.number + 1;
    order("profile", lessonHere());
  },
  solution: () => go("#solution/" + now.solution_of),
  next: () => openLesson(now.next),
  all: () => order("check_all"),
  stop: () => {
    wantedProfile = null;
    order("stop");
  },
  here: () => order("go_to", lessonHere()),
};
const keys = { r: "run", h: "hint", p: "profile", s: "solution", n: "next", c: "all", Escape: "stop" };

for (const [id, action] of Object.entries(actions)) by(id).addEventListener("click", () => { if (now) action(); });

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (event.key === "l") go("#list");
  if (event.key === "/") {
    if (viewKind() !== "list") go("#list");
    by("search").focus();
    event.preventDefault();
  }
  const id = keys[event.key];
  if (id && now && !by(id).hidden) actions[id]();
});

document.addEventListener("click", event => {
  const link = event.target.closest("a[href^='#lesson/']");
  if (!link || link.id === "watched" || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const [, name, anchor] = decodeURIComponent(link.getAttribute("href")).split("/");
  if (anchor || !lessonOf(name)) return; // in another language it is the same lesson
  event.preventDefault();
  openLesson(name);
});

// A tab that is out of sight takes no events: a browser has only a few connections for all of them.
let events = null;
function listen() {
  if (document.hidden) {
    if (events) events.close();
    events = null;
  } else if (!events) {
    events = new EventSource("events");
    events.addEventListener("message", event => receive(JSON.parse(event.data)));
    events.addEventListener("error", () => show(by("gone"), true));
  }
}

for (const moved of ["hashchange", "popstate"])
  window.addEventListener(moved, () => { if (decodeURIComponent(location.hash.slice(1)) !== view) changeView(); });
document.addEventListener("visibilitychange", listen);

fetch("course.json").then(answer => answer.json()).then(read => {
  course = read;
  changeView();
  listen();
}).catch(() => show(by("gone"), true));
