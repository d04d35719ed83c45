// Shows the title in the reader's language, and a message when the page does not load. It is a separate
// script without dependencies, so that it still works when the others fail.
const TITLES = {
  en: 'The Red Cathedral',
  pl: 'Czerwona Katedra',
  cs: 'Rudá katedrála',
  fr: 'La Cathédrale rouge',
  ca: 'La Catedral Roja',
  pt: 'The Red Cathedral',
  es: 'La Catedral Roja',
  de: 'Die Rote Kathedrale',
  it: 'La Cattedrale Rossa',
};
const TIMEOUT_MS = 20000;

function readLanguage() {
  const preferred = navigator.languages.map((tag) => tag.split('-')[0].toLowerCase());
  try {
    const { lang } = JSON.parse(localStorage.getItem('redcathedral.settings'));
    if (lang) preferred.unshift(lang);
  } catch {
    // nothing is stored
  }
  return [...preferred, 'en'].find((tag) => tag in TITLES);
}
const lang = readLanguage();
document.documentElement.dataset.lang = lang;
new MutationObserver((_, observer) => {
  const title = document.querySelector('#splash h1');
  if (!title) return;
  title.textContent = TITLES[lang];
  observer.disconnect();
}).observe(document, { childList: true, subtree: true });

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
  for (const text of texts) {
    text.hidden = text.lang !== lang;
    text.querySelector('button').addEventListener('click', () => location.reload());
  }
  setTimeout(showMessage, TIMEOUT_MS);
});
