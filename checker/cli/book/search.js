// The search of the book: it looks through searchIndex, which search_index.js has.
"use strict";

const MOST = 50;  // places shown
const AROUND = 70; // signs of the text before the first word found
const by = id => document.getElementById(id);
const field = document.querySelector("input[name=q]");

const wordsIn = text => text.toLowerCase().split(/\s+/).filter(word => word);

// How much a place is about the words; 0 if one of them is not there.
function weight(words, [, title, heading, text]) {
  let sum = 0;
  for (const word of words) {
    const inTitle = title.toLowerCase().includes(word), inHeading = heading.toLowerCase().includes(word);
    const times = text.toLowerCase().split(word).length - 1;
    if (!inTitle && !inHeading && times === 0) return 0;
    sum += (inTitle ? 6 : 0) + (inHeading ? 10 : 0) + Math.min(times, 5);
  }
  return sum;
}

// The words are marked where they stand.
function marked(text, words) {
  const made = document.createElement("p");
  const lower = text.toLowerCase();
  let done = 0;
  while (done < text.length) {
    const found = words.map(word => [lower.indexOf(word, done), word.length]).filter(([at]) => at >= 0)
      .sort((a, b) => a[0] - b[0] || b[1] - a[1])[0];
    if (!found) break;
    const mark = document.createElement("mark");
    mark.textContent = text.slice(found[0], found[0] + found[1]);
    made.append(text.slice(done, found[0]), mark);
    done = found[0] + found[1];
  }
  made.append(text.slice(done));
  return made;
}

function piece(text, words) {
  const lower = text.toLowerCase();
  const first = Math.min(...words.map(word => lower.indexOf(word)).filter(at => at >= 0), text.length);
  const begin = first === text.length ? 0 : text.lastIndexOf(" ", Math.max(0, first - AROUND)) + 1;
  const end = begin + 4 * AROUND;
  return (begin > 0 ? "... " : "") + text.slice(begin, end) + (end < text.length ? " ..." : "");
}

function row([address, title, heading, text], words) {
  const item = document.createElement("li"), link = document.createElement("a");
  link.href = address;
  link.textContent = heading && heading !== title ? `${title}: ${heading}` : title;
  item.append(link, marked(piece(text.replace(/\s+/g, " "), words), words));
  return item;
}

function show() {
  const words = wordsIn(field.value);
  const places = words.length === 0 ? [] : searchIndex.map(place => [weight(words, place), place])
    .filter(([much]) => much > 0).sort((a, b) => b[0] - a[0]).map(([, place]) => place);
  by("places").replaceChildren(...places.slice(0, MOST).map(place => row(place, words)));
  by("found").textContent = words.length === 0 ? "Write words into the field above."
    : places.length === 0 ? "No place has all these words. Try fewer, or a part of one."
    : places.length === 1 ? "One place has these words."
    : `${places.length} places have these words` + (places.length > MOST ? `; the first ${MOST}:` : ":");
}

field.value = new URLSearchParams(location.search).get("q") || "";
field.addEventListener("input", show);
if (field.value === "") field.focus();
show();
