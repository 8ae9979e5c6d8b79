// Shows the button that prints the page; without scripts, browsers print from their menu.
const button = document.querySelector('button.print');
if (button) {
  button.hidden = false;
  button.addEventListener('click', () => window.print());
}
