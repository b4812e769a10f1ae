export {};

/** The page that was asked for comes by itself as soon as it can. */
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
