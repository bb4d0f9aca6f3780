"""What holds for every page, and the list of what does not."""

failures = []


def check(holds, what):
    if not holds:
        failures.append(what)
        print("FAILED:", what)


# Every picture has its sentence, every button a name, ids are unique, the text can be told from its ground.
AUDIT = """(() => {
  const complaints = [], ids = new Set();
  for (const one of document.querySelectorAll('[id]')) {
    if (ids.has(one.id)) complaints.push('two elements have the id ' + one.id);
    ids.add(one.id);
  }
  for (const one of document.querySelectorAll('svg, [role=img]'))
    if (!one.getAttribute('aria-label')) complaints.push('a picture has no sentence');
  for (const one of document.querySelectorAll('button, input'))
    if (!(one.getAttribute('aria-label') || one.textContent).trim()) complaints.push('a control has no name');
  const numbers = colour => colour.match(/[\\d.]+/g).map(Number);
  const light = colour => numbers(colour).slice(0, 3).map(v => v / 255)
    .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = one => {
    for (; one; one = one.parentElement) {
      const colour = getComputedStyle(one).backgroundColor;
      if (numbers(colour)[3] !== 0) return colour;
    }
    return 'rgb(255, 255, 255)';
  };
  for (const one of document.querySelectorAll('body *')) {
    if (one.closest('svg, script, style, noscript') || ![...one.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
    const [a, b] = [light(getComputedStyle(one).color), light(ground(one))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) complaints.push(`contrast ${contrast.toFixed(1)} of "${one.textContent.trim().slice(0, 30)}"`);
  }
  return [...new Set(complaints)].slice(0, 10);
})()"""
