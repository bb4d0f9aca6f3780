// The arrays of a launch as grids: who read or wrote each element, and when. All of it comes from the
// JSON in the page; what is written goes in as text, never as HTML.
"use strict";
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const grouped = n => String(n).replace(/\B(?=(\d{3})+$)/g, ",");
const plural = (n, noun) => `${grouped(n)} ${noun}${n === 1 ? "" : "s"}`;
const verbs = ["reads", "writes", "updates"];
const loads = 0, atomics = 2;

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// ---- who and what

const coordinates = (n, [x, y]) => [n % x, Math.floor(n / x) % y, Math.floor(n / x / y)];
const triple = ([x, y, z]) => z ? `(${x}, ${y}, ${z})` : `(${x}, ${y})`;
const blockName = (launch, n) => `block ${triple(coordinates(n, launch.grid))}`;
const threadName = (launch, warp, lane) => `thread ${triple(coordinates(32 * warp + lane, launch.block))}`;
const partyName = party => `block ${triple(party.block)}, thread ${triple(party.thread)}`;

// [serial, block, warp, action, bytes, then lane, count, offset, step of each run]
function decode(numbers, array, index) {
  const [serial, block, warp, action, bytes] = numbers, cells = [];
  const wide = Math.max(1, Math.round(bytes / array.element));
  for (let i = 5; i + 3 < numbers.length; i += 4)
    for (let k = 0; k < numbers[i + 1]; ++k) {
      const first = Math.floor((numbers[i + 2] + k * numbers[i + 3]) / array.element);
      for (let e = 0; e < wide; ++e) cells.push([first + e, numbers[i] + k]);
    }
  return {index, serial, block, warp, action, cells};
}

// How many elements a row has: what lies between the threads of a warp, or between two warps.
function widthOf(array, events, count) {
  const fits = width => width > 1 && width <= 1024 && width < count;
  const step = event => {
    for (let i = 1; i < event.cells.length; ++i)
      if (event.cells[i][1] === event.cells[i - 1][1] + 1) return Math.abs(event.cells[i][0] - event.cells[i - 1][0]);
    return 0;
  };
  const seen = new Map();
  for (const event of events) {
    if (step(event) > 8 && fits(step(event))) return step(event);
    const key = event.block + ":" + event.action, before = seen.get(key);
    if (!before) seen.set(key, event);
    else if (before.warp + 1 === event.warp) {
      const apart = Math.abs(event.cells[0][0] - before.cells[0][0]);
      if (apart >= 8 && apart !== 32 && fits(apart) && count % apart === 0) return apart;
    }
  }
  return Math.max(1, Math.min(count <= 1024 ? 32 : count <= 4096 ? 64 : 128, count));
}

// ---- colours

// Okabe and Ito's, which people who see few colours can tell apart.
const kinds = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#7f7f7f"];
// Rows of eight, sixteen, ... blocks do not put one colour below the other.
const kindOf = n => kinds[(n + 3 * Math.floor(n / kinds.length)) % kinds.length];
// From dark blue to yellow, lighter all the way.
const ramp = [[0, 34, 78], [49, 68, 107], [102, 105, 112], [149, 143, 120], [202, 186, 106], [254, 232, 56]];
function onRamp(part) {
  const at = Math.max(0, Math.min(1, part)) * (ramp.length - 1), i = Math.min(ramp.length - 2, Math.floor(at));
  return `rgb(${ramp[i].map((c, k) => Math.round(c + (at - i) * (ramp[i + 1][k] - c))).join(",")})`;
}
const lightness = colour => {
  const n = colour[0] === "#" ? [1, 3, 5].map(i => parseInt(colour.slice(i, i + 2), 16)) : colour.match(/\d+/g).map(Number);
  return (.299 * n[0] + .587 * n[1] + .114 * n[2]) / 255;
};

function hatch(context) {
  const tile = document.createElement("canvas");
  tile.width = tile.height = 6;
  const pen = tile.getContext("2d");
  pen.fillStyle = css("--box");
  pen.fillRect(0, 0, 6, 6);
  pen.strokeStyle = css("--idle");
  pen.lineWidth = 1;
  pen.beginPath();
  for (const shift of [-6, 0, 6]) { pen.moveTo(shift, 6); pen.lineTo(shift + 6, 0); }
  pen.stroke();
  return context.createPattern(tile, "repeat");
}

// ---- one launch: its controls, and a figure for each array

class Grids {
  constructor(place) {
    this.place = place;
    this.launch = data[place.dataset.program];
    const all = this.launch.arrays;
    this.ofFault = place.classList.contains("of-fault");
    const shown = this.ofFault ? [...new Set(all.faults.slice(0, 1).map(fault => fault.array))] : all.list.map((_, i) => i);
    this.arrays = shown.map(index => {
      const array = all.list[index];
      return {...array, faults: all.faults.filter(fault => fault.array === index).slice(0, this.ofFault ? 1 : 20)};
    });
    this.events = [];
    this.arrays.forEach((array, k) => {
      array.first = Math.floor(array.from / array.element);
      array.last = Math.ceil(array.to / array.element);
      array.all = Math.ceil(array.bytes / array.element);
      array.events = array.warps.map(numbers => decode(numbers, array, k));
      this.events.push(...array.events);
      array.width = widthOf(array, array.events, array.last - array.first);
    });
    this.events.sort((a, b) => a.serial - b.serial);
    this.time = this.events.length;
    this.colour = this.launch.grid.reduce((a, b) => a * b) > 1 && !this.arrays.every(a => a.space === "shared") ? "block" : "warp";
    this.what = "either";
    this.build();
    this.draw();
    this.story.textContent = this.tell();
  }

  build() {
    const choice = (name, options, chosen, act) => {
      const list = element("select", {"aria-label": name}, ...options.map(([value, text]) =>
        element("option", value === chosen ? {value, selected: ""} : {value}, text)));
      list.addEventListener("change", () => { act(list.value); this.draw(); });
      return element("label", {}, name, list);
    };
    this.slider = element("input", {type: "range", min: 0, max: this.events.length, value: this.time, "aria-label": "time: accesses so far"});
    this.slider.addEventListener("input", () => { this.pause(); this.time = +this.slider.value; this.draw(); });
    this.button = element("button", {type: "button"}, "Play");
    this.button.addEventListener("click", () => this.timer ? this.pause() : this.play());
    this.when = element("p", {class: "when soft"});
    this.story = element("p", {class: "story"});
    if (!this.ofFault) this.place.append(this.story);
    this.place.append(element("div", {class: "tools"},
      choice("colour by", [["block", "block"], ["warp", "warp"], ["lane", "lane"], ["order", "order in time"]], this.colour, value => this.colour = value),
      choice("of its last", [["either", "write, or read if none writes it"], ["writes", "write"], ["reads", "read"]], this.what, value => this.what = value),
      element("label", {}, "time", this.slider), this.button), this.when);
    this.figures = this.arrays.map(array => new Grid(this, array));
    this.key = element("ul", {class: "key"});
    // Alone in a small frame, what the kernel wrote is in sight.
    const isWritten = one => one.array.events.some(event => event.action !== loads);
    const shown = document.body.classList.contains("only-arrays")
      ? [...this.figures].sort((a, b) => isWritten(b) - isWritten(a)) : this.figures;
    this.place.append(...shown.map(one => one.figure), this.key);
    if (!this.ofFault && this.launch.arrays.others)
      this.place.append(element("p", {class: "soft"}, "The launch used more arrays, which are not shown."));
  }

  play() {
    if (this.time >= this.events.length) this.time = 0;
    const step = Math.max(1, Math.ceil(this.events.length / 200));
    this.button.textContent = "Pause";
    this.timer = setInterval(() => {
      this.time = Math.min(this.events.length, this.time + step);
      if (this.time === this.events.length) this.pause();
      this.draw();
    }, 60);
  }
  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.button.textContent = "Play";
  }

  // Of each element the last write and read before `time`, how many of each, and the rank in time.
  replay() {
    for (const array of this.arrays)
      array.state = {writes: new Map(), reads: new Map(), writeCounts: new Map(), readCounts: new Map()};
    for (let i = 0; i < this.time; ++i) {
      const event = this.events[i], state = this.arrays[event.index].state;
      for (const [cell, lane] of event.cells) {
        if (event.action !== loads) {
          state.writes.set(cell, {event, lane, rank: i});
          state.writeCounts.set(cell, (state.writeCounts.get(cell) || 0) + 1);
        }
        if (event.action === loads || event.action === atomics) {
          state.reads.set(cell, {event, lane, rank: i});
          state.readCounts.set(cell, (state.readCounts.get(cell) || 0) + 1);
        }
      }
    }
  }

  // What a cell shows: its colour, and the number that the colour stands for.
  look({event, lane, rank}) {
    if (this.colour === "block") return [kindOf(event.block), event.block];
    if (this.colour === "warp") return [kindOf(event.warp), event.warp];
    if (this.colour === "lane") return [onRamp(lane / 31), lane];
    return [onRamp(rank / Math.max(1, this.events.length - 1)), rank + 1];
  }

  whatOf(array) {
    if (this.what !== "either") return this.what;
    return array.events.some(event => event.action !== loads) || !array.events.length ? "writes" : "reads";
  }

  // How often the elements of the array that most is written to were written, all in all.
  tell() {
    const written = array => array.events.filter(event => event.action !== loads).length;
    const array = this.arrays.filter(one => one.space === "global").reduce((best, one) =>
      best && written(best) >= written(one) ? best : one, null);
    if (!array || !written(array)) {
      const isWhole = !this.launch.arrays.others && this.arrays.every(one => !one.dropped && one.last - one.first === one.all);
      return isWhole ? "No thread wrote to an array of global memory."
                     : "Of the accesses that are kept, none writes to an array of global memory.";
    }
    const all = array.last - array.first, counts = [...array.state.writeCounts.values()];
    const once = counts.filter(count => count === 1).length, more = counts.length - once;
    const elements = all < array.all ? `${grouped(all)} elements that are shown` : plural(all, "element");
    if (once === all) return `Each of the ${elements} of ${array.name} was written once.`;
    const parts = [[once, "once"], [more, "more than once"], [all - counts.length, array.dropped ? "by none of the accesses that are kept" : "by no thread"]];
    return `Of the ${elements} of ${array.name}, ` + parts.filter(([n]) => n).map(([n, how], i) =>
      `${grouped(n)} ${i ? "" : n === 1 ? "was written " : "were written "}${how}`).join(", ").replace(/, ([^,]*)$/, " and $1") + ".";
  }

  sentence() {
    const all = this.launch.arrays.count;
    if (!this.events.length) return "No access of these arrays is kept.";
    if (this.time === 0) return `Before the first of ${plural(this.events.length, "access")}.`.replace("accesss", "accesses");
    const event = this.events[this.time - 1], array = this.arrays[event.index];
    const cells = event.cells.map(cell => cell[0]), low = Math.min(...cells), high = Math.max(...cells);
    const elements = low === high ? `element ${grouped(low)}` : `${new Set(cells).size} elements from ${grouped(low)} to ${grouped(high)}`;
    return `After access ${grouped(this.time)} of the ${grouped(this.events.length)} shown (number ${grouped(event.serial)} of the launch's ${grouped(all)}): ` +
      `${blockName(this.launch, event.block)}, warp ${event.warp} ${verbs[event.action]} ${elements} of ${array.name}.`;
  }

  draw() {
    this.replay();
    this.slider.value = this.time;
    this.when.textContent = this.sentence();
    this.slider.setAttribute("aria-valuetext", this.when.textContent);
    for (const one of this.figures) one.draw();
    this.drawKey();
  }

  drawKey() {
    const sample = paint => {
      const canvas = element("canvas", {width: 14, height: 14, "aria-hidden": "true"}), pen = canvas.getContext("2d");
      paint(pen);
      return canvas;
    };
    const filled = colour => sample(pen => { pen.fillStyle = colour; pen.fillRect(0, 0, 14, 14); });
    const item = (canvas, text) => element("li", {}, canvas, text);
    const items = [];
    if (this.colour === "block" || this.colour === "warp") {
      const numbers = new Set(this.events.map(event => event[this.colour]));
      for (const n of [...numbers].sort((a, b) => a - b).slice(0, 8)) items.push(item(filled(kindOf(n)), `${this.colour} ${n}`));
      if (numbers.size > 8) items.push(element("li", {}, "and so on: the eight colours come again"));
    } else {
      const last = this.colour === "lane" ? 31 : this.events.length;
      for (const part of [0, .5, 1])
        items.push(item(filled(onRamp(part)), `${this.colour === "lane" ? "lane" : "access"} ${grouped(Math.max(this.colour === "lane" ? 0 : 1, Math.round(part * last)))}`));
    }
    items.push(item(sample(pen => { pen.fillStyle = hatch(pen); pen.fillRect(0, 0, 14, 14); }), [...new Set(this.arrays.map(array => this.whatOf(array) === "writes" ? "not written" : "not read"))].join(", or ")));
    if (this.arrays.some(array => array.faults.length))
      items.push(item(sample(pen => markFault(pen, 1, 1, 12)), this.arrays.some(array => array.faults.some(fault => fault.other)) ? "raced for, or a fault" : "a fault"));
    this.key.replaceChildren(...items);
  }
}

function markFault(pen, x, y, size) {
  const reach = Math.max(size, 9), left = x + size / 2 - reach / 2, top = y + size / 2 - reach / 2;
  for (const [colour, width] of [[css("--page"), 4], [css("--fault"), 2]]) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.strokeRect(left, top, reach, reach);
    pen.beginPath();
    pen.moveTo(left + 2, top + 2); pen.lineTo(left + reach - 2, top + reach - 2);
    pen.moveTo(left + reach - 2, top + 2); pen.lineTo(left + 2, top + reach - 2);
    pen.stroke();
  }
}

let figures = 0;

class Grid {
  constructor(grids, array) {
    this.grids = grids;
    this.array = array;
    this.caption = element("figcaption");
    this.canvas = element("canvas", {role: "img", tabindex: "0", id: `grid${++figures}`});
    this.sheet = element("div", {class: "sheet"}, this.canvas);
    this.cell = element("p", {class: "cell", "aria-live": "polite"});
    const most = Math.max(1, Math.min(1024, array.last - array.first));
    this.width = element("input", {type: "range", min: 1, max: most, value: array.width, "aria-label": `elements per row of ${array.name}`});
    this.widthText = element("span");
    this.width.addEventListener("input", () => { array.width = +this.width.value; this.draw(); });
    this.figure = element("figure", {class: "array", "data-array": array.name}, this.caption,
      element("div", {class: "tools"}, element("label", {}, "row", this.width, this.widthText)), this.sheet, this.cell);
    this.outside = array.faults.filter(fault => fault.offset < 0 || this.elementOf(fault) >= array.last || this.elementOf(fault) < array.first);
    this.chosen = array.faults.length ? this.elementOf(array.faults[0]) : null;
    this.canvas.addEventListener("mousemove", event => this.choose(this.at(event.offsetX, event.offsetY)));
    this.canvas.addEventListener("keydown", event => {
      const step = {ArrowRight: 1, ArrowLeft: -1, ArrowDown: array.width, ArrowUp: -array.width}[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const from = this.chosen === null ? array.first - step : this.chosen;
      this.choose(Math.max(array.first, Math.min(array.last - 1, from + step)));
      this.showChosen();
    });
    new ResizeObserver(() => { if (this.sheet.clientWidth !== this.seenWidth) this.draw(); }).observe(this.sheet);
  }

  elementOf(fault) { return Math.floor(fault.offset / this.array.element); }

  // Rows of the grid from the top: elements that lie outside of what is shown have rows of their own.
  layout() {
    const {array} = this, width = array.width;
    this.base = Math.floor(array.first / width) * width;
    this.before = this.outside.some(fault => this.elementOf(fault) < array.first) ? 2 : 0;
    this.rows = Math.ceil((array.last - this.base) / width);
    const near = this.outside.filter(fault => this.elementOf(fault) >= array.last && this.elementOf(fault) < this.base + (this.rows + 2) * width);
    this.far = this.outside.filter(fault => this.elementOf(fault) >= array.last && !near.includes(fault));
    this.nearRows = Math.max(0, ...near.map(fault => Math.floor((this.elementOf(fault) - this.base) / width) + 1 - this.rows));
    this.behind = this.nearRows + (this.far.length ? 2 : 0);
    const room = Math.max(200, this.sheet.clientWidth || 800), all = this.before + this.rows + this.behind;
    this.size = Math.max(4, Math.min(26, Math.floor((room - 4) / width), Math.max(7, Math.floor(420 / all))));
    this.high = all * this.size + 4 + (this.outside.length ? 20 : 0);
    this.across = Math.max(width * this.size + 4, this.outside.length ? Math.min(room, 460) : 0);
  }

  position(cell) {
    const {array} = this, width = array.width;
    if (cell < array.first) return [2 + (((cell % width) + width) % width) * this.size, 2];
    let row = Math.floor((cell - this.base) / width) + this.before;
    if (this.far.some(fault => this.elementOf(fault) === cell)) row = this.before + this.rows + this.nearRows + 1;
    return [2 + ((cell - this.base) % width) * this.size, 2 + row * this.size];
  }

  at(x, y) {
    for (const fault of this.outside) {
      const [left, top] = this.position(this.elementOf(fault));
      if (x >= left && y >= top && x < left + this.size && y < top + this.size) return this.elementOf(fault);
    }
    const column = Math.floor((x - 2) / this.size), row = Math.floor((y - 2) / this.size) - this.before;
    const cell = this.base + row * this.array.width + column;
    return column < 0 || column >= this.array.width || cell < this.array.first || cell >= this.array.last ? null : cell;
  }

  choose(cell) {
    if (cell === null || cell === this.chosen) return;
    this.chosen = cell;
    this.draw();
  }
  showChosen() {
    const [x, y] = this.position(this.chosen);
    const sheet = this.sheet;
    if (y < sheet.scrollTop || y + this.size > sheet.scrollTop + sheet.clientHeight) sheet.scrollTop = y - sheet.clientHeight / 2;
    if (x < sheet.scrollLeft || x + this.size > sheet.scrollLeft + sheet.clientWidth) sheet.scrollLeft = x - sheet.clientWidth / 2;
  }

  draw() {
    const {array, grids} = this;
    this.seenWidth = this.sheet.clientWidth;
    this.layout();
    const scale = Math.min(2, window.devicePixelRatio || 1), pen = this.canvas.getContext("2d");
    this.canvas.width = this.across * scale;
    this.canvas.height = this.high * scale;
    this.canvas.style.width = this.across + "px";
    this.canvas.style.height = this.high + "px";
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    const empty = hatch(pen), size = this.size, gap = size >= 7 ? 1 : 0;
    pen.font = `${Math.min(11, size / 2)}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    const last = array.state[grids.whatOf(array)];
    for (let cell = array.first; cell < array.last; ++cell) {
      const [x, y] = this.position(cell), who = last.get(cell);
      const [colour, number] = who ? grids.look(who) : [empty, null];
      pen.fillStyle = colour;
      pen.fillRect(x, y, size - gap, size - gap);
      if (who && size >= 18 && String(number).length <= size / 6) {
        pen.fillStyle = lightness(colour) > .5 ? "#000" : "#fff";
        pen.fillText(number, x + (size - gap) / 2, y + (size - gap) / 2);
      }
    }
    this.drawFaults(pen);
    if (this.chosen !== null) {
      const [x, y] = this.position(this.chosen);
      pen.strokeStyle = css("--text");
      pen.lineWidth = 2;
      pen.strokeRect(x - 1, y - 1, size + 1, size + 1);
    }
    this.widthText.textContent = plural(array.width, "element") + " per row";
    this.width.setAttribute("aria-valuetext", this.widthText.textContent);
    this.caption.textContent = this.sentence();
    this.canvas.setAttribute("aria-label", this.sentence());
    this.cell.textContent = this.cellSentence();
    this.canvas.title = this.cell.textContent;
  }

  drawFaults(pen) {
    for (const fault of this.array.faults) {
      const [x, y] = this.position(this.elementOf(fault)), size = this.size;
      if (this.outside.includes(fault)) {
        pen.setLineDash([2, 2]);
        pen.strokeStyle = css("--fault");
        pen.lineWidth = 1;
        pen.strokeRect(x, y, size, size);
        pen.setLineDash([]);
      }
      markFault(pen, x, y, size - 1);
    }
    if (!this.outside.length) return;
    const fault = this.outside[0], [x, y] = this.position(this.elementOf(fault));
    pen.fillStyle = css("--fault");
    pen.font = "12px system-ui, sans-serif";
    const text = `element ${grouped(this.elementOf(fault))}: ${partyName(fault.party)}`, wide = pen.measureText(text).width;
    pen.textAlign = "left";
    pen.fillText(text, Math.max(2, Math.min(x, this.across - wide - 4)), y + this.size + 12);
    pen.textAlign = "center";
  }

  sentence() {
    const {array, grids} = this, shown = array.last - array.first, {state} = array;
    let text = `${array.name}: ${plural(array.all, "element")} of ${plural(array.element, "byte")}` +
      (array.space === "shared" ? `, in shared memory of ${blockName(grids.launch, grids.launch.arrays.block)}` : array.made && array.made !== array.name ? ` (${array.made})` : "") + ". ";
    if (shown < array.all) text += `Shown are elements ${grouped(array.first)} to ${grouped(array.last - 1)}; the others are left out for size. `;
    const done = [...state.writes.keys()].length, read = [...state.reads.keys()].length;
    text += `${grouped(done)} of ${shown < array.all ? "these" : "them"} ${done === 1 ? "is" : "are"} written and ${grouped(read)} read by now.`;
    if (array.dropped) text += ` ${grouped(array.dropped)} later accesses are not kept.`;
    for (const fault of array.faults.slice(0, 3)) text += " " + this.faultSentence(fault);
    return text;
  }

  faultSentence(fault) {
    const cell = this.elementOf(fault), {array} = this;
    if (fault.other) {
      const says = {read: "reads", write: "writes", atomic: "updates"};
      return `Race for element ${grouped(cell)}: ${partyName(fault.party)} ${says[fault.party.access] || "uses"} it and ` +
        `${partyName(fault.other)} ${says[fault.other.access] || "uses"} it, and nothing orders the two.`;
    }
    const beyond = fault.offset < 0 || fault.offset >= array.bytes;
    return `${fault.message}: ${partyName(fault.party)} goes to element ${grouped(cell)}` +
      (beyond ? `, but ${array.name} has elements 0 to ${grouped(array.all - 1)}.` : ".");
  }

  cellSentence() {
    const {array, grids, chosen} = this;
    if (chosen === null) return "Point at a cell, or move through the grid with the arrow keys, to see which thread it was.";
    const fault = array.faults.find(one => this.elementOf(one) === chosen);
    if (chosen < 0 || chosen >= array.all) return fault ? this.faultSentence(fault) : "";
    const tell = (verb, last, counts) => {
      const who = last.get(chosen);
      if (!who) return `not ${verb}`;
      const times = counts.get(chosen);
      return `${verb} ${times === 1 ? "once" : `${grouped(times)} times, last`} by ${blockName(grids.launch, who.event.block)}, ` +
        `${threadName(grids.launch, who.event.warp, who.lane)}, which is lane ${who.lane} of warp ${who.event.warp}`;
    };
    return `Element ${grouped(chosen)} of ${array.name}: ${tell("written", array.state.writes, array.state.writeCounts)}; ` +
      `${tell("read", array.state.reads, array.state.readCounts)}.` + (fault ? " " + this.faultSentence(fault) : "");
  }
}

for (const place of document.querySelectorAll(".grids")) {
  const launch = data[place.dataset.program];
  if (!launch || !launch.arrays || (place.classList.contains("of-fault") && !launch.arrays.faults.length)) continue;
  const grids = new Grids(place);
  place.grids = grids;
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => grids.draw());
  for (const one of grids.figures) if (one.chosen !== null) one.showChosen();
}
})();
