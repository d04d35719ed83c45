// Shows a message when the page does not load. It is a separate script without dependencies, so that
// it still works when the others fail.
const TIMEOUT_MS = 20000;

function isLoading() {
  return 'loading' in document.documentElement.dataset;
}
function showMessage() {
  const message = document.getElementById('unloaded');
  if (message && isLoading()) message.hidden = false;
}
addEventListener('error', showMessage, true);
addEventListener('DOMContentLoaded', () => {
  const texts = [...document.querySelectorAll('#unloaded [lang]')];
  const preferred = navigator.languages.map((tag) => tag.split('-')[0].toLowerCase());
  const lang = [...preferred, 'en'].find((tag) => texts.some((text) => text.lang === tag));
  for (const text of texts) {
    text.hidden = text.lang !== lang;
    text.querySelector('button').addEventListener('click', () => location.reload());
  }
  setTimeout(showMessage, TIMEOUT_MS);
});
