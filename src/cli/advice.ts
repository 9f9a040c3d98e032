import type { Choice } from './choice.js'
import type { App } from './find-app.js'
import { findSignInPage } from './sign-in-page.js'

const addPlugin =
  'Add latchkey() from "latchkey/vite" to the plugins in vite.config.ts, before qwikVite(). It keeps the config function out of the browser.'

/** Lists the steps that the developer has to do after the files are written. */
export function renderAdvice(app: App, choices: readonly Choice[]): string {
  const wanted = new Set(['latchkey', ...choices.flatMap(({ packages }) => packages)])
  const missing = [...wanted].filter((name) => !app.packages.has(name))
  const steps = [
    ...(missing.length > 0 ? [`npm install ${missing.join(' ')}`] : []),
    ...(app.hasVitePlugin ? [] : [addPlugin]),
    ...choices.flatMap(({ advice }) => advice ?? []),
    ...(choices.some(({ needsAdapter }) => needsAdapter)
      ? [
          'Set up your database in src/auth-adapter.ts. Until then all users are lost when the server stops.',
        ]
      : []),
    `npm start, and open ${findSignInPage(app, choices).path}`,
    'In production, set AUTH_SECRET and AUTH_URL=https://your.site in the environment, because .env is not read there.',
  ]
  return ['Next:', ...steps.map((step) => `- ${step}`)].join('\n')
}
