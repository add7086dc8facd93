// textual.js reads the address once the page is loaded. It is the page's own, whatever the server
// is called and whatever stands before it.
const address = new URL("ws", window.location.href);
address.protocol = window.location.protocol === "https:" ? "wss:" : "ws:";
document.getElementById("terminal").dataset.sessionWebsocketUrl = address.href;

// The keyboard is the terminal's from the start, and the link's once the app has ended.
new MutationObserver(() => {
  const closed = document.body.classList.contains("-closed");
  document.querySelector(closed ? ".ended a" : ".xterm-helper-textarea")?.focus();
}).observe(document.body, { attributes: true, attributeFilter: ["class"] });
