/** Who are you? */
export function renderLogin() {
  return renderPage(
    'Sign in to Demo ID',
    `<p class="lead">to continue to Latchkey demo</p>
    <form method="post" class="stack">
      <div class="field">
        <label for="name">Your name</label>
        <input id="name" name="name" maxlength="60" autocomplete="off" aria-describedby="any" required>
      </div>
      <button class="button painted" name="answer" value="continue">Continue</button>
      <button class="button" name="answer" value="cancel" formnovalidate>Cancel</button>
    </form>
    <p class="hint" id="any">Any name will do. This service runs on your machine and checks nothing.</p>`,
  )
}

/**
 * May they know?
 *
 * @param {string} name
 */
export function renderConsent(name) {
  return renderPage(
    `Continue as ${escape(name)}?`,
    `<p class="lead">Latchkey demo will see your name and your e-mail address.</p>
    <form method="post" class="stack">
      <input type="hidden" name="name" value="${escape(name)}">
      <button class="button painted" name="answer" value="allow">Allow</button>
      <button class="button" name="answer" value="cancel">Cancel</button>
    </form>`,
  )
}

/** @param {string} sentence */
export function renderProblem(sentence) {
  return renderPage('That did not work', `<p class="lead">${escape(sentence)}</p>`)
}

/**
 * @param {string} title as HTML
 * @param {string} content as HTML
 */
function renderPage(title, content) {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title} · Demo ID</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/style.css">
</head>
<body>
  <header class="bar"><span class="brand"><span class="mark small">${card}</span> Demo ID</span></header>
  <main>
    <div class="card narrow">
      <span class="mark">${card}</span>
      <h1>${title}</h1>
      ${content}
    </div>
  </main>
  <footer><p>An OpenID provider for the demo of Latchkey. It forgets you when it is stopped.</p></footer>
</body>
</html>`
}

const card = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4.5 5h15A1.5 1.5 0 0 1 21 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5v-11A1.5 1.5 0 0 1 4.5 5Zm6.25 5.25a1.75 1.75 0 1 1-3.5 0 1.75 1.75 0 0 1 3.5 0ZM6 16c.5-1.5 1.6-2.25 3-2.25s2.5.75 3 2.25m3-6h3m-3 3.5h3"/></svg>`

/** @param {string} text */
function escape(text) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}
