// What the page of a link does where scripts run; it works without. It sends nothing anywhere.
(() => {
  const key = 'pauta-approval-name';
  const names = document.querySelectorAll('input[name="name"]');
  let known = '';
  try {
    known = localStorage.getItem(key) || '';
  } catch {
    // A browser that keeps nothing.
  }
  for (const input of names) if (input.value === '') input.value = known;

  for (const form of document.querySelectorAll('form')) {
    form.addEventListener('submit', (event) => {
      if (form.dataset.sent) {
        event.preventDefault();
        return;
      }
      const button = event.submitter;
      const comment = form.querySelector('textarea');
      if (comment) comment.required = Boolean(button) && button.value !== 'approved';
      if (!form.reportValidity()) {
        event.preventDefault();
        return;
      }
      form.dataset.sent = 'yes';
      const name = form.querySelector('input[name="name"]');
      try {
        if (name) localStorage.setItem(key, name.value);
      } catch {
        // The same.
      }
      // Only afterwards: a button that is disabled is not sent.
      setTimeout(() => {
        for (const each of form.querySelectorAll('button')) each.disabled = true;
      });
    });
  }
  // Whoever goes back finds buttons that work.
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    for (const form of document.querySelectorAll('form')) {
      delete form.dataset.sent;
      for (const each of form.querySelectorAll('button')) each.disabled = false;
    }
  });

  for (const button of document.querySelectorAll('button[data-expand]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      const piece = button.closest('li');
      const isLarge = piece.classList.toggle('large');
      piece.querySelector('img').classList.toggle('large', isLarge);
      button.setAttribute('aria-expanded', String(isLarge));
    });
  }
})();
