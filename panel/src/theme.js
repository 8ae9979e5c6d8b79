// Runs before the first paint, so that the other theme does not flash.
const theme = localStorage.getItem('pauta.theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
