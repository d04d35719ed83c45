// Says why the game does not start: opened as a file, or in a browser without WebAssembly. A classic
// script, which such browsers run too.
const TEXTS = {};

addEventListener('DOMContentLoaded', () => {
  const reason = location.protocol === 'file:' ? 'file' : 'old';
  if (reason === 'old' && typeof WebAssembly === 'object') return;
  const message = document.getElementById('unloaded');
  message.textContent = TEXTS[document.documentElement.dataset.lang][reason];
  message.hidden = false;
  message.removeAttribute('id'); // the page removes its own message when it starts
  document.body.prepend(message);
});
