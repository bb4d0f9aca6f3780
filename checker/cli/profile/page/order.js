// The order of work: which step has the focus, and what leads to it and away from it. All that is
// drawn is in the page already.
"use strict";
(() => {
for (const svg of document.querySelectorAll("svg.order")) {
  const steps = [...svg.querySelectorAll(".step")], arrows = [...svg.querySelectorAll(".arrow")];
  const said = svg.closest("figure").querySelector(".order-step");
  const hint = "Choose a step to read what it comes after; the arrow keys go from step to step.";
  said.textContent = hint;
  const show = step => {
    for (const arrow of arrows)
      arrow.classList.toggle("lit", step !== null && (arrow.dataset.from === step.id || arrow.dataset.to === step.id));
    for (const other of steps)
      other.classList.toggle("lit", other === step);
    said.textContent = step ? step.getAttribute("aria-label") : hint;
  };
  const box = step => step.querySelector("rect");
  const middle = step => +box(step).getAttribute("x");
  const focus = step => {
    if (!step) return;
    for (const other of steps) other.setAttribute("tabindex", other === step ? 0 : -1);
    step.focus();
  };
  // The next step of the lane, or the nearest one in the next lane.
  const toward = (step, key) => {
    const lane = +step.dataset.lane, mine = steps.filter(other => +other.dataset.lane === lane);
    const at = mine.indexOf(step);
    if (key === "ArrowRight") return mine[at + 1];
    if (key === "ArrowLeft") return mine[at - 1];
    if (key === "Home") return mine[0];
    if (key === "End") return mine[mine.length - 1];
    const way = {ArrowDown: 1, ArrowUp: -1}[key];
    if (!way) return null;
    const beyond = steps.filter(other => +other.dataset.lane === lane + way);
    return beyond.sort((a, b) => Math.abs(middle(a) - middle(step)) - Math.abs(middle(b) - middle(step)))[0];
  };
  svg.addEventListener("keydown", event => {
    const step = event.target.closest(".step"), next = step && toward(step, event.key);
    if (!next) return;
    event.preventDefault();
    focus(next);
  });
  for (const step of steps) {
    step.addEventListener("focus", () => show(step));
    step.addEventListener("mouseenter", () => show(step));
    step.addEventListener("mouseleave", () => show(steps.includes(document.activeElement) ? document.activeElement : null));
    step.addEventListener("blur", () => show(null));
    step.addEventListener("click", () => focus(step));
  }
}
})();
