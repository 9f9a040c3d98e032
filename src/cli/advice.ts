import type { Choice } from './choice.js'
import type { App } from './find-app.js'
import { findSignInPage } from './sign-in-page.js'

const addPlugin =
  'Add latchkey() from "latchkey/vite" to the plugins in vite.config.ts, before qwikVite(). It keeps the config function out of the browser.'

/** What is left for a person to do, once the files are there. */
export function renderAdvice(app: App, choices: readonly Choice[]): string {
  const wanted = new Set(['latchkey', ...choices.flatMap(({ packages }) => packages)])
  const missing = [...wanted].filter((name) => !app.packages.has(name))
  const steps = [
    ...(missing.length > 0 ? [`npm install ${missing.join(' ')}`] : []),
    ...(app.hasVitePlugin ? [] : [addPlugin]),
    ...choices.flatMap(({ advice }) => advice ?? []),
    ...(choices.some(({ needsAdapter }) => needsAdapter)
      ? ['Put your database into src/auth-adapter.ts: it forgets everybody when the server stops.']
      : []),
    `npm start, and open ${findSignInPage(app, choices).path}`,
    'In production set AUTH_SECRET and AUTH_URL=https://your.site: a server does not read .env.',
  ]
  return ['Next:', ...steps.map((step) => `- ${step}`)].join('\n')
}
