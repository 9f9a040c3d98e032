import type { Choice } from './choice.js'
import { signInPath, type App } from './find-app.js'

/** What is left for a person to do, once the files are there. */
export function renderAdvice(app: App, choices: readonly Choice[]): string {
  const wanted = new Set(['latchkey', ...choices.flatMap(({ packages }) => packages)])
  const missing = [...wanted].filter((name) => !app.packages.has(name))
  const steps = [
    ...(missing.length > 0 ? [`npm install -D ${missing.join(' ')}`] : []),
    ...choices.flatMap(({ advice }) => advice ?? []),
    ...(choices.some(({ needsAdapter }) => needsAdapter)
      ? ['Put your database into src/auth-adapter.ts: it forgets everybody when the server stops.']
      : []),
    `npm start, and open ${signInPath(app)}`,
    'In production set AUTH_SECRET and AUTH_URL=https://your.site: a server does not read .env.',
  ]
  return [
    'Next:',
    ...steps.map((step) => `- ${step}`),
    '',
    'vite.config.ts needs nothing: serverAuth$ keeps its function on the server. The plugin of',
    'latchkey/vite makes the build prove it, and takes the function out of source maps.',
  ].join('\n')
}
