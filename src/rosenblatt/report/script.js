"use strict";
(function () {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");

  function theme() {
    return root.dataset.theme || (dark.matches ? "dark" : "light");
  }

  function setUpToggle(button) {
    const name = () => { button.textContent = theme() === "dark" ? "Light" : "Dark"; };
    button.hidden = false;
    button.addEventListener("click", () => {
      root.dataset.theme = theme() === "dark" ? "light" : "dark";
      name();
    });
    dark.addEventListener("change", name);
    name();
  }

  function keyOf(row, column) {
    const cell = row.cells[column];
    const given = cell.dataset.sort;
    if (given === "") return null;
    if (given !== undefined && !isNaN(given)) return Number(given);
    return given === undefined ? cell.textContent.trim() : given;
  }

  function order(a, b) {
    if (typeof a === "number" && typeof b === "number") return a - b;
    return String(a).localeCompare(String(b), undefined, { numeric: true });
  }

  function sort(table, head) {
    const down = head.getAttribute("aria-sort") === "ascending";
    const body = table.tBodies[0];
    const keyed = Array.from(body.rows, (row) => [keyOf(row, head.cellIndex), row]);
    keyed.sort(([a], [b]) => {
      if (a === null || b === null) return (a === null) - (b === null);
      return down ? order(b, a) : order(a, b);
    });
    for (const cell of head.parentElement.cells) {
      if (cell.hasAttribute("aria-sort")) cell.setAttribute("aria-sort", "none");
    }
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    body.append(...keyed.map(([, row]) => row));
  }

  function setUpFilter(button) {
    const table = document.getElementById(button.dataset.filter);
    button.hidden = false;
    button.addEventListener("click", () => {
      const on = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", String(on));
      for (const row of table.tBodies[0].rows) {
        row.classList.toggle("hidden", on && row.dataset.verdict !== "outside");
      }
    });
  }

  function cheapest(points, rows, price) {
    let best = points[0];
    let least = Infinity;
    for (const point of points) {
      const paid = point[1] * rows[0] + price * (1 - point[2]) * rows[1];
      if (paid < least) [best, least] = [point, paid];
    }
    return best;
  }

  function moveRings(point) {
    const axes = [[1, 2], [2, 3]];
    document.querySelectorAll(".operating").forEach((ring, k) => {
      const { left, right, bottom, top } = ring.dataset;
      const [across, up] = axes[k].map((axis) => point[axis]);
      ring.setAttribute("cx", Number(left) + across * (right - left));
      ring.setAttribute("cy", Number(bottom) + up * (top - bottom));
    });
  }

  function grouped(number) {
    return Math.round(number).toLocaleString("en").replaceAll(",", "\u202f");
  }

  function setUpPrice(slider) {
    const points = JSON.parse(slider.dataset.points);
    const rows = JSON.parse(slider.dataset.rows);
    const say = (name, text) => { document.getElementById("price-" + name).textContent = text; };
    const update = () => {
      const price = 10 ** Number(slider.value);
      const point = cheapest(points, rows, price);
      say("ratio", Number(price.toPrecision(2)));
      say("threshold", (100 * point[0]).toFixed(point[0] < 0.095 ? 1 : 0) + "\u202f%");
      say("missed", grouped((1 - point[2]) * rows[1]));
      say("alarms", grouped(point[1] * rows[0]));
      moveRings(point);
    };
    slider.disabled = false;
    slider.addEventListener("input", update);
    update();
  }

  function place(tip, x, y) {
    const box = tip.getBoundingClientRect();
    const left = Math.min(Math.max(8, x + 12), innerWidth - box.width - 8);
    const top = y + 16 + box.height > innerHeight ? y - box.height - 10 : y + 16;
    tip.style.left = Math.max(4, left) + "px";
    tip.style.top = Math.max(4, top) + "px";
  }

  function setUpTips(tip) {
    const show = (event) => {
      const mark = event.target.closest ? event.target.closest("[data-tip]") : null;
      tip.classList.toggle("on", Boolean(mark));
      if (!mark) return;
      tip.textContent = mark.dataset.tip;
      place(tip, event.clientX, event.clientY);
    };
    document.addEventListener("pointermove", show);
    document.addEventListener("pointerdown", show);  // a finger does not hover
    document.addEventListener("scroll", () => tip.classList.remove("on"), { passive: true });
  }

  document.querySelectorAll(".toggle").forEach(setUpToggle);
  document.querySelectorAll("[data-filter]").forEach(setUpFilter);
  document.querySelectorAll("th[aria-sort] button").forEach((button) => {
    const head = button.closest("th");
    button.addEventListener("click", () => sort(head.closest("table"), head));
  });
  document.querySelectorAll("#price").forEach(setUpPrice);
  setUpTips(document.getElementById("tip"));
})();
