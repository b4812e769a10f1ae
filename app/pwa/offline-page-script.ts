export {};

/** Reloads the requested page as soon as the server can be reached. */
function ask(): void {
  fetch("/healthz").then(
    () => location.reload(),
    () => setTimeout(ask, 3000),
  );
}

document.forms[0]?.addEventListener("submit", (event) => {
  event.preventDefault();
  location.reload();
});
setTimeout(ask, 1000);
