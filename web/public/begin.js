// Says that the page did not load, where something that it needs at first does not arrive. It is a
// script of its own, without anything that could fail with the others.
const PATIENCE = 20000;

function isLoading() {
  return 'loading' in document.documentElement.dataset;
}
function show() {
  const note = document.getElementById('unloaded');
  if (note && isLoading()) note.hidden = false;
}
addEventListener('error', show, true);
addEventListener('DOMContentLoaded', () => {
  const texts = [...document.querySelectorAll('#unloaded [lang]')];
  const wished = navigator.languages.map((tag) => tag.split('-')[0].toLowerCase());
  const lang = [...wished, 'en'].find((each) => texts.some((text) => text.lang === each));
  for (const text of texts) {
    text.hidden = text.lang !== lang;
    text.querySelector('button').addEventListener('click', () => location.reload());
  }
  setTimeout(show, PATIENCE);
});
