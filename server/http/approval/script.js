// Progressive enhancement of the approval page, which also works without scripts. It sends nothing.
(() => {
  const key = 'pauta-approval-name';
  const names = document.querySelectorAll('input[name="name"]');
  let known = '';
  try {
    known = localStorage.getItem(key) || '';
  } catch {
    // Storage is unavailable.
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
        // Storage is unavailable.
      }
      // Deferred: the value of a disabled button is not submitted.
      setTimeout(() => {
        for (const each of form.querySelectorAll('button')) each.disabled = true;
      });
    });
  }
  // Re-enables the buttons after navigating back.
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
