"use strict";
// What a link leads to may be folded: open all that it is in, then show it.
function reveal() {
  const target = document.getElementById(location.hash.slice(1));
  const nearest = target ? target.closest("details") : null;
  if (!nearest) return;
  let folded = nearest;
  for (; folded; folded = folded.parentElement.closest("details")) folded.open = true;
  nearest.querySelector("summary").focus({ preventScroll: true });
  nearest.scrollIntoView();
}
addEventListener("hashchange", reveal);
reveal();

// Items by a word in their line.
const form = document.querySelector(".filter");
if (form) {
  const input = form.querySelector("input");
  const told = form.querySelector("output");
  const groups = [...document.querySelectorAll("details.group")].map((group) => ({
    group,
    items: [...group.querySelectorAll("details.item")].map((item) => ({
      item,
      line: item.querySelector("summary").textContent.toLowerCase(),
    })),
  }));
  const filter = () => {
    const wanted = input.value.trim().toLowerCase();
    let found = 0;
    for (const { group, items } of groups) {
      let here = 0;
      for (const { item, line } of items) {
        item.hidden = !line.includes(wanted);
        if (!item.hidden) here += 1;
      }
      group.hidden = here === 0;
      if (wanted) group.open = here > 0;
      found += here;
    }
    told.textContent = wanted ? `${found} found` : "";
  };
  let waiting;
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(filter, 150);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
}
