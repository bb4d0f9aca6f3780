// Which lanes of a warp are on in each line: a row for each line, a bar for each lane, as high as
// the part of the line's instructions that the lane took part in.
"use strict";
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const grouped = n => String(n).replace(/\B(?=(\d{3})+$)/g, ",");
const isOn = (mask, lane) => mask / 2 ** lane % 2 >= 1;
const lanesOf = mask => Array.from({length: 32}, (_, lane) => lane).filter(lane => isOn(mask, lane));

function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
function draw(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// "0 to 15, 31"
function ranges(lanes) {
  const parts = [];
  for (let i = 0; i < lanes.length;) {
    let end = i;
    while (lanes[end + 1] === lanes[end] + 1) ++end;
    parts.push(end === i ? `${lanes[i]}` : `${lanes[i]} to ${lanes[end]}`);
    i = end + 1;
  }
  return parts.length > 6 ? parts.slice(0, 6).join(", ") + ", ..." : parts.join(", ");
}

function rowsOf(warp) {
  const threads = lanesOf(warp.all).length;
  return Object.entries(warp.lines).map(([line, times]) => {
    const instructions = times.reduce((sum, [, count]) => sum + count, 0);
    const lanes = Array(32).fill(0);
    for (const [mask, count] of times)
      for (const lane of lanesOf(mask)) lanes[lane] += count;
    const active = lanes.reduce((sum, count) => sum + count, 0) / Math.max(1, instructions);
    return {line: +line, instructions, lanes, active, idle: (threads - active) * instructions, isPart: active < threads};
  }).sort((a, b) => a.line - b.line);
}

// How many lanes, and which: of a line.
function wordsOf(row, warp) {
  const all = lanesOf(warp.all), full = all.filter(lane => row.lanes[lane] === row.instructions);
  const partly = all.filter(lane => row.lanes[lane] > 0 && row.lanes[lane] < row.instructions);
  const average = `${+row.active.toFixed(1)} of ${all.length} lanes`;
  const named = lanes => `${lanes.length === 1 ? "lane" : "lanes"} ${ranges(lanes)}`;
  if (!row.isPart) return `${average} in each of its ${grouped(row.instructions)} instructions`;
  if (!partly.length) return full.length ? `${average}: ${named(full)}` : "no lane";
  return `${average} on average` + (full.length ? `, and ${named(full)} ${full.length === 1 ? "is" : "are"} always on` : "");
}

const codeAt = 52, cellsAt = 372, cell = 20, tall = 18, wide = cellsAt + 32 * cell + 96;

function picture(id, warp, rows, sentence) {
  const svg = draw("svg", {viewBox: `0 0 ${wide} ${26 + rows.length * tall}`, role: "img", "aria-label": sentence});
  for (let lane = 0; lane < 32; ++lane)
    svg.append(draw("text", {class: "number small", x: cellsAt + (lane + .5) * cell, y: 14}, String(lane)));
  svg.append(draw("text", {class: "small", x: codeAt, y: 14}, "line of the source"));
  svg.append(draw("text", {class: "small", x: cellsAt + 32 * cell + 8, y: 14}, "lanes on"));
  rows.forEach((row, n) => {
    const y = 22 + n * tall, source = document.querySelector(`#${id}-${row.line} .code`);
    const code = source ? source.textContent.trim() : "";
    const group = draw("g", {class: row.isPart ? "row part" : "row"}, draw("title", {}, `line ${row.line}: ${wordsOf(row, warp)}`),
      draw("text", {class: "number", x: 30, y: y + 13}, String(row.line)),
      draw("text", {class: "line-code", x: codeAt, y: y + 13}, code.length > 46 ? code.slice(0, 44) + ".." : code));
    for (let lane = 0; lane < 32; ++lane) {
      const x = cellsAt + lane * cell, high = (tall - 4) * row.lanes[lane] / Math.max(1, row.instructions);
      group.append(draw("rect", {class: isOn(warp.all, lane) ? "cell" : "cell absent", x: x + 1, y: y + 1, width: cell - 2, height: tall - 2}));
      if (high > 0) group.append(draw("rect", {class: "on", x: x + 2, y: y + tall - 2 - high, width: cell - 4, height: high}));
    }
    group.append(draw("text", {class: "amount", x: cellsAt + 32 * cell + 8, y: y + 13}, `${+row.active.toFixed(1)}`));
    svg.append(group);
  });
  return svg;
}

function nameOf(warp, grid) {
  const [x, y, z] = grid, b = warp.block;
  const percent = Math.round(100 * warp.idle / Math.max(1, warp.turns));
  return `block (${b % x}, ${Math.floor(b / x) % y}${z > 1 ? ", " + Math.floor(b / x / y) : ""}), warp ${warp.warp}: ` +
    (warp.idle === 0 ? "no lane stands aside" : `${percent < 1 ? "below 1" : percent}% of its lanes' turns idle`);
}

for (const place of document.querySelectorAll(".lanes[data-program]")) {
  const id = place.dataset.program, launch = data[id], warps = launch && launch.warps || [];
  if (!warps.length) continue;
  const choose = make("select", {"aria-label": "which warp"}, ...warps.map((warp, i) => make("option", {value: i}, nameOf(warp, launch.grid))));
  const caption = make("figcaption", {"aria-live": "polite"}), drawing = make("div", {class: "scroll"});
  const show = warp => {
    const rows = rowsOf(warp), parts = rows.filter(row => row.isPart).sort((a, b) => b.idle - a.idle);
    const sentence = parts.length
      ? "Lanes stand aside most in " + parts.slice(0, 3).map(row => `line ${row.line} (${wordsOf(row, warp)})`).join("; ") + "."
      : "All lanes are on in every line.";
    caption.textContent = sentence;
    drawing.replaceChildren(picture(id, warp, rows, sentence));
  };
  choose.addEventListener("change", () => show(warps[choose.value]));
  place.append(make("label", {class: "choose"}, choose, warps.length > 1 ? "the warps that were kept: the first to end, and those that diverge most" : ""),
    make("figure", {}, caption, drawing),
    make("p", {class: "soft"}, "A full bar: the lane took part in all instructions of the line that the warp ran; no bar: in none. A dashed box has no thread."));
  show(warps[0]);
}
})();
