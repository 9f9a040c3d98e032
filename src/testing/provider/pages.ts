import { html, type Html } from '../../http/html.js'
import type { FakeUser } from './fake-user.js'

/** The page where a tester chooses a user. */
export function renderChoice(users: readonly FakeUser[], request: URLSearchParams): Html {
  return renderPage(
    'Sign in',
    html`<form>
      ${[...request].map(([name, value]) => hiddenInput(name, value))}
      ${users.map(
        ({ sub, name, email }) =>
          html`<p><button name="user" value="${sub}">${name ?? email ?? sub}</button></p>`,
      )}
      <p><button name="user" value="">Cancel</button></p>
    </form>`,
  )
}

/** A page that posts the authorization response to the app. @see OAuth 2.0 Form Post Response Mode */
export function renderFormPost(action: string, params: URLSearchParams): Html {
  const page = html`<form method="post" action="${action}">
      ${[...params].map(([name, value]) => hiddenInput(name, value))}<button>Continue</button>
    </form>
    <script>
      document.forms[0].submit()
    </script>`
  return renderPage('Continue', page)
}

/** A page that says what is wrong with a request. */
export function renderProblem(problem: string): Html {
  return renderPage('This request cannot be answered', html`<p>${problem}</p>`)
}

export function respondWithPage(page: Html, status = 200): Response {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(String(page), { status, headers })
}

function renderPage(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <link rel="icon" href="data:," />
        <title>${title} · Fake provider</title>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `
}

function hiddenInput(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}" />`
}
