import type { Choice } from './choice.js'
import type { App } from './find-app.js'
import { findSignInPage } from './sign-in-page.js'

const webAuthnFlag = '    experimental: { enableWebAuthn: true },'

/** The content of `plugin@auth.ts`. */
export function renderAuthPlugin(app: App, choices: readonly Choice[]): string {
  const page = findSignInPage(app, choices)
  const needsAdapter = choices.some((choice) => choice.needsAdapter)
  const event = choices.some((choice) => choice.readsEnv) ? '{ env }' : ''
  const imports = [
    `import { routeAuth$ } from "${app.framework.door}";`,
    ...choices.map(({ id, importName }) => `import ${importName} from "latchkey/providers/${id}";`),
    ...(needsAdapter ? ['import { adapter } from "../auth-adapter";'] : []),
  ]
  const options = [
    ...(page.isOwn ? [`    pages: { signIn: "${page.path}" },`] : []),
    ...(needsAdapter ? ['    adapter,'] : []),
    ...(choices.some(({ isPasskey }) => isPasskey) ? [webAuthnFlag] : []),
  ]
  return `${imports.join('\n')}

// This function runs only on the server. AUTH_SECRET and the options of the
// providers are read from the environment, see .env.
export const { onRequest, useSession, useSignIn, useSignOut } = routeAuth$(
  (${event}) => ({
${options.join('\n')}
    providers: [
${choices.flatMap(({ code }) => code).join('\n')}
    ],
  }),
);
`
}
