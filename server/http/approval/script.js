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
      // The names of marked pieces serve as the comment of a request for changes.
      const isMarked = document.querySelector('input[type="radio"][value="changes"]:checked');
      if (comment && !('comment' in form.dataset))
        comment.required =
          Boolean(button) &&
          button.value !== 'approved' &&
          !(button.value === 'changes' && isMarked?.form === form);
      if (!form.reportValidity()) {
        event.preventDefault();
        return;
      }
      form.dataset.sent = 'yes';
      try {
        if (!('comment' in form.dataset))
          sessionStorage.removeItem(`pauta-approval-draft:${location.pathname}`);
      } catch {
        // Storage is unavailable.
      }
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

  // Keeps what was chosen and typed while the page reloads after a comment.
  const draftKey = `pauta-approval-draft:${location.pathname}`;
  const drafted = 'form:not([data-comment]) textarea, input[type="radio"]';
  try {
    const draft = JSON.parse(sessionStorage.getItem(draftKey) || '{}');
    for (const field of document.querySelectorAll(drafted)) {
      const value = draft[field.id || field.name];
      if (field.type === 'radio') field.checked = value === field.value;
      else if (value && field.value === '') field.value = value;
    }
    addEventListener('input', ({ target }) => {
      if (!target.matches(drafted)) return;
      draft[target.id || target.name] = target.value;
      sessionStorage.setItem(draftKey, JSON.stringify(draft));
    });
  } catch {
    // Storage is unavailable.
  }

  // Addresses of files hold for five minutes; a page that stays open fetches new ones.
  const refresh = async () => {
    const answer = await fetch(location.pathname, { cache: 'no-store' });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    for (const fresh of page.querySelectorAll('[data-file]')) {
      const { file, large } = fresh.dataset;
      for (const old of document.querySelectorAll(`${fresh.tagName}[data-file="${file}"]`)) {
        if (large) old.dataset.large = large;
        if (old.href) old.href = fresh.href;
        else if (
          old.tagName !== 'VIDEO'
            ? !old.complete || !old.naturalWidth
            : old.paused && !old.currentTime
        )
          old.src = fresh.src;
      }
    }
  };
  setInterval(() => {
    if (!document.hidden) refresh().catch(() => {});
  }, 240_000);
  for (const video of document.querySelectorAll('video')) {
    let tries = 0;
    video.addEventListener('error', async () => {
      tries += 1;
      if (tries > 3) return;
      const { currentTime } = video;
      video.currentTime = 0;
      await refresh().catch(() => {});
      video.currentTime = currentTime;
    });
  }

  // Replaces previews with the images themselves once they come into view.
  const enlarge = (image) => {
    const whole = new Image();
    whole.src = image.dataset.large;
    whole.decode().then(
      () => {
        image.src = whole.src;
      },
      () => {},
    );
  };
  const views = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      views.unobserve(target);
      enlarge(target);
    }
  });
  addEventListener('load', () => {
    for (const image of document.querySelectorAll('img[data-large]')) views.observe(image);
  });

  for (const button of document.querySelectorAll('button[data-seek]')) {
    const video = button.closest('li[id]').querySelector('video');
    if (!video) continue;
    button.hidden = false;
    button.addEventListener('click', () => {
      video.currentTime = Number(button.dataset.seek);
      video.scrollIntoView({ block: 'center' });
      video.play().catch(() => {});
    });
  }

  /** Opens the form of a comment, at its first empty field. */
  const write = (add) => {
    add.open = true;
    const empty = [...add.querySelectorAll('input[name="name"], textarea')].find(
      (each) => each.value === '',
    );
    (empty ?? add.querySelector('textarea')).focus();
  };

  // The viewer of PDF files is loaded once a file comes near the view.
  const openPdf = async (box) => {
    const piece = box.closest('li[id]');
    const { viewer, words, pins } = box.dataset;
    const link = piece.querySelector('a[data-file]');
    const add = piece.querySelector('details.add');
    const field = (name) => add.querySelector(`input[name="${name}"]`);
    const texts = JSON.parse(words);
    const { showPdf } = await import(viewer);
    const view = showPdf({
      box,
      address: () => link.href,
      renew: refresh,
      words: texts,
      classes: {
        sheet: 'sheet',
        foot: 'sheet-foot',
        pin: 'pin',
        message: 'muted',
        hidden: 'hidden',
      },
      pins: JSON.parse(pins),
      ...(add && {
        pointing: {
          words: texts,
          classes: { sheet: 'point', button: 'link', pin: 'pin', skip: 'skip' },
          end: piece.querySelector('figcaption').id,
          set(point) {
            for (const name of ['page', 'x', 'y']) field(name).value = point[name];
          },
          write: () => write(add),
        },
      }),
    });
    if (add)
      field('page').addEventListener('input', () => {
        field('x').value = '';
        field('y').value = '';
        view.clearPoint();
      });
  };
  const pdfs = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        pdfs.unobserve(target);
        openPdf(target).catch(() => {});
      }
    },
    { rootMargin: '50% 0px' },
  );
  for (const box of document.querySelectorAll('[data-viewer]')) pdfs.observe(box);

  for (const piece of document.querySelectorAll('.pieces > li')) {
    const add = piece.querySelector('details.add');
    if (!add) continue;
    const video = piece.querySelector('video');
    const second = piece.querySelector('input[name="second"]');
    if (video && second)
      add.addEventListener('toggle', () => {
        if (add.open && second.value === '') second.value = String(Math.floor(video.currentTime));
      });
    const frame = piece.querySelector('.frame');
    const x = piece.querySelector('input[name="x"]');
    if (!frame || !x) continue;
    const pins = frame.querySelector('.pins');
    const hint = piece.querySelector('[data-pin-hint]');
    hint.hidden = false;
    frame.classList.add('point');
    frame.addEventListener('click', (event) => {
      const box = frame.getBoundingClientRect();
      const at = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
      x.value = at[0].toFixed(4);
      piece.querySelector('input[name="y"]').value = at[1].toFixed(4);
      pins.querySelector('.new')?.remove();
      const pin = document.createElementNS('http://www.w3.org/2000/svg', 'g');
      pin.setAttribute('class', 'new');
      const circle = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
      circle.setAttribute('cx', `${at[0] * 100}%`);
      circle.setAttribute('cy', `${at[1] * 100}%`);
      circle.setAttribute('r', '14');
      pin.append(circle);
      pins.append(pin);
      write(add);
    });
  }
})();
