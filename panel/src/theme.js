// Runs before the first paint: whoever chose a theme does not see the other one first.
const theme = localStorage.getItem('pauta.theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
