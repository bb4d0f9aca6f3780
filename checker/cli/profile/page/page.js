// The pictures of warps under the lines of the source. All numbers come from the JSON above; what
// is written goes in as text, never as HTML.
"use strict";
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const grouped = n => String(n).replace(/\B(?=(\d{3})+$)/g, ",");
const plural = (n, noun) => `${grouped(n)} ${noun}${n === 1 ? "" : "s"}`;
const nth = n => n + (n % 100 > 10 && n % 100 < 14 ? "th" : ["th", "st", "nd", "rd"][n % 10] || "th");

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
function drawn(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// In a frame beside a verdict: only the arrays of what stands first, with the kernel's name.
if (location.hash === "#arrays") document.body.classList.add("only-arrays");

// ---- what one access of a warp did

// [block, warp, cost, lowest address, then lane, count, offset, step of each run]
function decode(numbers) {
  const warp = {block: numbers[0], warp: numbers[1], cost: numbers[2], address: numbers[3], offsets: Array(32).fill(null)};
  for (let i = 4; i + 3 < numbers.length; i += 4)
    for (let k = 0; k < numbers[i + 1]; ++k)
      warp.offsets[numbers[i] + k] = numbers[i + 2] + k * numbers[i + 3];
  warp.lanes = warp.offsets.map((offset, lane) => lane).filter(lane => warp.offsets[lane] !== null);
  return warp;
}

const lanesOfPhase = bytes => bytes <= 4 ? 32 : 128 / bytes;

// The sectors that it moves, phase by phase, with the bytes of them that lanes use.
function sectorsOf(warp, bytes) {
  const found = new Map();
  for (const lane of warp.lanes) {
    const begin = warp.address + warp.offsets[lane], phase = Math.floor(lane / lanesOfPhase(bytes));
    const number = Math.floor(begin / 32), key = phase + ":" + number;
    if (!found.has(key)) found.set(key, {phase, number, used: new Set(), lanes: []});
    const sector = found.get(key);
    for (let byte = 0; byte < bytes; ++byte) sector.used.add(begin % 32 + byte);
    sector.lanes.push([lane, begin % 32]);
  }
  return [...found.values()].sort((a, b) => a.phase - b.phase || a.number - b.number);
}

// Each phase moves sectors of its own.
function fewestSectors(warp, bytes, sectors) {
  const used = new Set(warp.lanes.map(lane => warp.offsets[lane])).size * bytes;
  return {used, fewest: Math.max(new Set(sectors.map(sector => sector.phase)).size, Math.ceil(used / 32))};
}

// The words that it wants of each bank, turn by turn; of atomics each lane has a turn of its own.
function turnsOf(warp, bytes, isAtomic) {
  const cells = [], places = Array(32).fill(null), words = Math.max(1, bytes / 4);
  let turns = 0, least = 0;
  for (let start = 0; start < 32; start += lanesOfPhase(bytes)) {
    const wanted = Array.from({length: 32}, () => []), here = [];
    for (const lane of warp.lanes.filter(l => l >= start && l < start + lanesOfPhase(bytes)))
      for (let w = 0; w < words; ++w) {
        const word = Math.floor((warp.address + warp.offsets[lane]) / 4) + w, bank = word % 32;
        let row = isAtomic ? -1 : wanted[bank].indexOf(word);
        if (row < 0) {
          row = wanted[bank].push(word) - 1;
          here.push({bank, row, first: row === 0});
        }
        if (w === 0) places[lane] = {bank, row: turns + row};
      }
    const rows = Math.max(0, ...wanted.map(list => list.length));
    for (const cell of here) cells.push({...cell, row: turns + cell.row});
    turns += rows;
    least += rows > 0 ? 1 : 0;
  }
  return {cells, places, turns, least, banks: new Set(cells.map(cell => cell.bank)).size};
}

// How the lanes' addresses lie: the distance from one lane to the next that is met most often.
function spread(warp, bytes) {
  const times = new Map(), pairs = warp.lanes.length - 1;
  for (let i = 1; i <= pairs; ++i) {
    const step = warp.offsets[warp.lanes[i]] - warp.offsets[warp.lanes[i - 1]];
    times.set(step, (times.get(step) || 0) + 1);
  }
  if (pairs < 1) return "";
  const [most, count] = [...times].reduce((best, one) => one[1] > best[1] ? one : best);
  if (2 * count <= pairs) return ", at scattered addresses";
  const mostly = count < pairs ? "mostly " : "";
  if (most === 0) return `, ${mostly}at one address`;
  if (Math.abs(most) === bytes) return `, ${mostly}side by side`;
  return `, neighbours ${mostly}${grouped(Math.abs(most))} bytes apart`;
}

// ---- sentences

const verbs = {load: ["reads", "read", "from"], store: ["writes", "write", "to"], atomic: ["updates", "update", "in"]};

const memoryOf = series => series.memory
  ? series.memory.replace(/^cuda\w* of (\d+) bytes.*/, (whole, bytes) => `an array of ${grouped(bytes)} bytes`)
  : series.space === "shared" ? "shared memory" : "global memory";

function lanesSentence(warp, series) {
  const [single, several, from] = verbs[series.action] || verbs.load, n = warp.lanes.length;
  return `${plural(n, "lane")} ${n === 1 ? single : several} ${plural(series.bytes, "byte")}` +
    `${n === 1 ? "" : " each"} ${from} ${memoryOf(series)}${spread(warp, series.bytes)}. `;
}

function costSentence(warp, series) {
  if (series.space === "shared") {
    const {turns, least, banks} = turnsOf(warp, series.bytes, series.action === "atomic");
    const where = banks === 32 ? "" : `They lie in ${banks} of the 32 banks. `;
    return where + (turns > least ? `That takes ${plural(turns, "turn")} where ${least} would do.`
                                  : `That takes ${plural(turns, "turn")}: no bank conflict.`);
  }
  const sectors = sectorsOf(warp, series.bytes);
  const {used, fewest} = fewestSectors(warp, series.bytes, sectors), moved = 32 * sectors.length;
  let text = `That takes ${plural(sectors.length, "sector")} of 32 bytes: ${grouped(moved)} bytes move, ${grouped(used)} are used.`;
  if (fewest < sectors.length) text += ` ${plural(fewest, "sector")} would do.`;
  if (series.action === "atomic") {
    const turns = warp.cost - sectors.length + 1;
    if (turns > 1) text += ` ${turns} lanes meet at one address and take turns.`;
  }
  return text;
}

// ---- pictures

const left = 14, step = 31, wide = 2 * left + 32 * step;
let pictures = 0;

function wasteOf(id) { // the hatch for bytes that move for nothing
  return drawn("defs", {}, drawn("pattern", {id, width: 6, height: 6, patternUnits: "userSpaceOnUse",
    patternTransform: "rotate(45)"}, drawn("rect", {class: "ground", width: 6, height: 6}),
    drawn("line", {class: "stripe", x1: 0, y1: 0, x2: 0, y2: 6})));
}

function frame(height, sentence) {
  return drawn("svg", {viewBox: `0 0 ${wide} ${height}`, role: "img", "aria-label": sentence});
}

function laneBoxes(svg, warp, ways) {
  svg.append(drawn("text", {x: left, y: 14}, "the 32 lanes of the warp"));
  for (let lane = 0; lane < 32; ++lane) {
    const idle = warp.offsets[lane] === null, x = left + lane * step;
    const box = drawn("g", {class: idle ? "lane idle" : "lane"},
      drawn("title", {}, idle ? `lane ${lane} takes no part` : `lane ${lane}: ${grouped(warp.offsets[lane])} bytes behind the lowest address`),
      drawn("rect", {x: x + 2, y: 20, width: step - 4, height: 20, rx: 3}),
      drawn("text", {class: "number", x: x + step / 2, y: 34}, String(lane)));
    const mine = ways.filter(way => way.lane === lane).map(way => way.line);
    for (const target of [box, ...mine]) {
      const lit = on => [box, ...mine].forEach(part => part.classList.toggle("lit", on));
      target.addEventListener("mouseenter", () => lit(true));
      target.addEventListener("mouseleave", () => lit(false));
    }
    svg.append(box);
  }
}

function sectorPicture(warp, series, sentence) {
  const sectors = sectorsOf(warp, series.bytes), top = 130, tall = 26, svg = frame(192, sentence);
  const id = `waste${++pictures}`;
  svg.append(wasteOf(id));
  const begin = left + Math.max(0, (32 - sectors.length) * step / 2), ways = [], boxes = [];
  const base = Math.min(...sectors.map(sector => sector.number));
  const distance = sector => "+" + grouped(32 * (sector.number - base));
  const every = Math.max(1, ...sectors.map(sector => Math.ceil((distance(sector).length + 1) * 5.6 / step)));
  const labelled = n => n % every === 0;
  sectors.forEach((sector, n) => {
    const next = sectors[n + 1];
    const touches = next && next.phase === sector.phase && next.number === sector.number + 1;
    const x = begin + n * step, scale = (step - 4) / 32, size = touches ? step : step - 4;
    boxes.push(drawn("rect", {class: "whole", style: `fill:url(#${id})`, x, y: top, width: size, height: tall}));
    const per = size / 32;
    [...sector.used].sort((a, b) => a - b).forEach((byte, i, bytes) => {
      if (i > 0 && bytes[i - 1] === byte - 1) return;
      let end = byte + 1;
      while (sector.used.has(end)) ++end;
      boxes.push(drawn("rect", {class: "taken", x: x + byte * per, y: top, width: (end - byte) * per, height: tall}));
    });
    boxes.push(drawn("rect", {x, y: top, width: size, height: tall, fill: "none", stroke: "currentColor"}));
    for (const [lane, at] of sector.lanes)
      ways.push({lane, line: drawn("line", {class: "way", x1: left + (lane + .5) * step, y1: 40,
        x2: x + (at + series.bytes / 2) * per, y2: top})});
    if (labelled(n)) boxes.push(drawn("text", {class: "number small", x: x + size / 2, y: top + tall + 13},
      distance(sector)));
  });
  ways.forEach(way => svg.append(way.line));
  svg.append(...boxes);
  laneBoxes(svg, warp, ways);
  svg.append(drawn("text", {x: left, y: 188},
    `${plural(sectors.length, "sector")} of 32 bytes, with how far they lie behind the first; blue bytes are used, hatched ones move for nothing`));
  return svg;
}

function bankPicture(warp, series, sentence) {
  const {cells, places, turns, least} = turnsOf(warp, series.bytes, series.action === "atomic");
  const top = 120, row = turns > 8 ? 9 : 16, svg = frame(top + 20 + turns * row + 26, sentence), ways = [];
  for (let bank = 0; bank < 32; ++bank) {
    svg.append(drawn("text", {class: "number small", x: left + (bank + .5) * step, y: top + 12}, String(bank)));
    svg.append(drawn("rect", {class: "bank", x: left + bank * step + 2, y: top + 16, width: step - 4, height: turns * row}));
  }
  places.forEach((place, lane) => {
    if (place) ways.push({lane, line: drawn("line", {class: "way", x1: left + (lane + .5) * step, y1: 40,
      x2: left + (place.bank + .5) * step, y2: top + 18 + place.row * row})});
  });
  ways.forEach(way => svg.append(way.line));
  for (const cell of cells)
    svg.append(drawn("rect", {class: cell.first ? "word" : "word extra", x: left + cell.bank * step + 3,
      y: top + 17 + cell.row * row, width: step - 6, height: row - 2}));
  laneBoxes(svg, warp, ways);
  svg.append(drawn("text", {x: left, y: top + 20 + turns * row + 16},
    `the 32 banks of shared memory, ${turns === 1 ? "one turn" : turns + " turns, one row each"}` +
    (turns > least ? "; orange words wait for a bank that is busy" : "")));
  return svg;
}

// ---- a figure: sentence, picture, slider

function figureOf(series, who, launch) {
  const warps = (series.warps || []).map(decode), sums = new Map();
  for (const warp of warps) {
    const key = warp.block + ":" + warp.warp;
    sums.set(key, warp.round = (sums.get(key) || 0) + 1);
  }
  if (series.costliest) warps.push(Object.assign(decode(series.costliest), {costliest: true}));
  if (warps.length === 0) return null;
  const caption = element("figcaption", {"aria-live": "polite"}), place = element("div");
  const figure = element("figure", {class: "picture", "data-kind": series.space + " " + series.action}, caption, place);
  const where = warp => {
    const [x, y] = launch.grid, b = warp.block;
    return `block (${b % x}, ${Math.floor(b / x) % y}${launch.grid[2] > 1 ? ", " + Math.floor(b / x / y) : ""}), warp ${warp.warp}` +
      (warp.costliest ? ", the access that cost most" : warp.round > 1 || warps.length > sums.size ? `, its ${nth(warp.round)} time here` : "");
  };
  const label = element("span");
  const show = index => {
    const warp = warps[index];
    const sentence = lanesSentence(warp, series) + costSentence(warp, series);
    caption.replaceChildren(element("b", {}, who ? who + ": " : ""), sentence);
    place.replaceChildren((series.space === "shared" ? bankPicture : sectorPicture)(warp, series, sentence));
    const of = series.count ? `access ${index + 1} of ${grouped(series.count)}` : "one access";
    label.textContent = (warp.costliest ? "" : of + ": ") + where(warp) +
      (series.count > (series.warps || []).length && index === warps.length - 1 && !warp.costliest ? "; later ones are not kept" : "");
  };
  const choose = element("label", {class: "choose"});
  if (warps.length > 1) {
    const slider = element("input", {type: "range", min: 0, max: warps.length - 1, value: 0,
      "aria-label": "which access of the kept ones"});
    slider.addEventListener("input", () => {
      show(+slider.value);
      slider.setAttribute("aria-valuetext", label.textContent);
    });
    choose.append(slider);
  }
  choose.append(label);
  figure.append(choose);
  show(0);
  return figure;
}

// How many sectors or turns of the first kept access are for nothing.
function wasteIn(series) {
  const numbers = series.costliest || (series.warps || [])[0];
  if (!numbers) return 0;
  const warp = decode(numbers);
  if (series.space === "shared") return warp.cost;
  const sectors = sectorsOf(warp, series.bytes);
  return sectors.length - fewestSectors(warp, series.bytes, sectors).fewest;
}

const codeOf = (id, line) => {
  const row = document.getElementById(`${id}-${line}`);
  return row ? row.querySelector(".code").textContent.trim() : "";
};

// Where the other program does the same: the same line if it has it, else of the lines that only it has those that use
// the same array, and of these the one with most accesses of that kind; and of those the one that stands where `series`
// does in its own line.
function counterpart(ownId, line, id, series) {
  const other = data[id], alike = one => one.space === series.space && one.action === series.action;
  if (!other) return null;
  const code = codeOf(ownId, line);
  const codes = new Set(Object.keys(data[ownId].lines).map(one => codeOf(ownId, one)));
  const candidates = Object.entries(other.lines).map(([number, entry]) => {
    const found = (entry.series || []).filter(alike), text = codeOf(id, number);
    const isSameArray = found.some(one => one.memory === series.memory);
    return {line: number, found, count: found.reduce((sum, one) => sum + (one.count || 1), 0),
      fits: text === code ? 3 : codes.has(text) ? 0 : isSameArray ? 2 : 1};
  }).filter(one => one.found.length);
  if (!candidates.length) return null;
  const best = candidates.reduce((a, b) => b.fits > a.fits || (b.fits === a.fits && b.count > a.count) ? b : a);
  const own = data[ownId].lines[line].series.filter(alike);
  return {line: best.line, series: best.found[Math.min(own.indexOf(series), best.found.length - 1)]};
}

// ---- the panel below a line

function ptxList(entry, figures) {
  if (!entry.ptx) return element("div");
  const items = entry.ptx.map(text => {
    const found = /^(?:@!?%p\d+ )?(ld|st|atom|red)\.(?:[a-z]+\.)*?(global|shared)/.exec(text);
    const kind = found && `${found[2]} ${{ld: "load", st: "store"}[found[1]] || "atomic"}`;
    const item = element("li", kind ? {class: "memory"} : {}, text);
    const mine = figures.filter(figure => kind && figure.dataset.kind === kind);
    const lit = on => [item, ...mine].forEach(part => part.classList.toggle("lit", on));
    for (const part of [item, ...mine]) {
      part.addEventListener("mouseenter", () => lit(true));
      part.addEventListener("mouseleave", () => lit(false));
    }
    return item;
  });
  return element("div", {class: "ptx", tabindex: "0"}, element("h3", {}, `PTX of this line: ${entry.instructions > items.length
    ? `the first ${items.length} of ${grouped(entry.instructions)} instructions` : plural(items.length, "instruction")}`),
    element("ol", {}, ...items));
}

function panelOf(id, line) {
  const program = data[id], entry = program.lines[line] || {}, figures = [];
  const otherId = id.slice(0, -1) + (id.endsWith("a") ? "b" : "a"), other = data[otherId];
  const pictures = element("div", {class: "pictures"});
  for (const link of document.querySelectorAll(".remarks a"))
    if (link.hash === `#${id}-${line}`) pictures.append(element("p", {class: "why"}, link.textContent));
  const series = [...(entry.series || [])].sort((a, b) => wasteIn(b) - wasteIn(a));
  const isWasteful = series.some(one => wasteIn(one) > 0);
  for (const one of series) {
    let place = pictures;
    if (isWasteful && wasteIn(one) <= 0) { // beside what is wasteful it waits to be asked for
      const [, verb, from] = verbs[one.action] || verbs.load;
      place = element("details", {}, element("summary", {},
        `Lanes of this line ${verb} ${from} ${memoryOf(one)}, too: nothing is wasted there.`));
      pictures.append(place);
    }
    const own = figureOf(one, other ? `${program.label}, line ${line}` : `line ${line}`, program);
    if (!own) continue;
    figures.push(own);
    place.append(own);
    if (!other) continue;
    const match = counterpart(id, line, otherId, one);
    const beside = match && figureOf(match.series, `${other.label}, line ${match.line}`, other);
    place.append(beside || element("p", {class: "soft"},
      `${other.label} does nothing of that kind: no ${one.space} ${one.action}.`));
  }
  if (!figures.length) pictures.append(element("p", {class: "soft"},
    "This line touches neither global nor shared memory, or its accesses were not kept."));
  return element("div", {class: "panel"}, pictures, ptxList(entry, figures));
}

function close(row) {
  row.classList.remove("open");
  row.querySelector("button").setAttribute("aria-expanded", "false");
  if (row.nextElementSibling && row.nextElementSibling.classList.contains("detail")) row.nextElementSibling.remove();
}

function open(row) {
  const section = row.closest(".kernel");
  for (const other of section.querySelectorAll("tr.open")) close(other);
  const id = row.closest("table").dataset.program, cell = element("td", {colspan: row.cells.length});
  cell.append(panelOf(id, row.dataset.line));
  row.after(element("tr", {class: "detail"}, cell));
  row.classList.add("open");
  row.querySelector("button").setAttribute("aria-expanded", "true");
}

for (const table of document.querySelectorAll("table.source")) {
  table.addEventListener("click", event => {
    const row = event.target.closest("tr.ran");
    if (!row || String(getSelection())) return;
    row.classList.contains("open") ? close(row) : open(row);
  });
  table.addEventListener("keydown", event => {
    const button = event.target.closest("tr.ran button");
    if (!button) return;
    const buttons = [...table.querySelectorAll("tr.ran button")], at = buttons.indexOf(button);
    const to = {ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1}[event.key];
    if (event.key === "Escape") close(button.closest("tr"));
    if (to === undefined || !buttons[to]) return;
    event.preventDefault();
    buttons[to].focus();
  });
}

// A remark leads to its line and opens it.
function follow() {
  const row = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (row && row.matches("tr.ran") && !row.classList.contains("open")) open(row);
}
addEventListener("hashchange", follow);
for (const link of document.querySelectorAll("a[href^='#']"))
  link.addEventListener("click", () => setTimeout(follow));

// What is worth a look first: a fault, the line that the failed check names, what one program does more than the other,
// the first remark, else the line that moves most.
const named = [...document.querySelectorAll(".failure a")].map(link => document.getElementById(link.hash.slice(1)));
for (const section of document.querySelectorAll(".kernel")) {
  const remark = section.querySelector(".remarks a");
  const rows = [...section.querySelectorAll("tr.ran")];
  const row = section.querySelector("tr.ran.fault") ||
    named.find(one => one && section.contains(one)) ||
    (remark && document.getElementById(remark.hash.slice(1))) ||
    rows.find(one => ((data[one.closest("table").dataset.program].lines[one.dataset.line] || {}).series || []).length);
  if (row && row.matches("tr.ran")) open(row);
}
follow();
})();
