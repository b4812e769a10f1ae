export {};

/** Reloads the requested page as soon as the server can be reached. */
function reloadWhenOnline(): void {
  fetch("/healthz").then(
    () => location.reload(),
    () => setTimeout(reloadWhenOnline, 3000),
  );
}

document.forms[0]?.addEventListener("submit", (event) => {
  event.preventDefault();
  location.reload();
});
setTimeout(reloadWhenOnline, 1000);
