import { webAuthnFlag } from './passkey-choice.js'
import type { Setup } from './setup.js'

/** The content of `plugin@auth.ts`. */
export function renderAuthPlugin({ app, choices, database, page, envPath }: Setup): string {
  const readsEnv = database !== undefined || choices.some((choice) => choice.readsEnv)
  const imports = [
    `import { routeAuth$ } from "${app.framework.door}";`,
    ...choices.map(({ id, importName }) => `import ${importName} from "latchkey/providers/${id}";`),
    ...(database ? ['import { openAdapter } from "../auth-adapter";'] : []),
  ]
  const options = [
    ...(page.isOwn ? [`    pages: { signIn: "${page.path}" },`] : []),
    ...(database
      ? [
          `    adapter: await openAdapter(env.get("${database.variable}")),`,
          '    encryptTokens: true,',
        ]
      : []),
    ...(choices.some(({ isPasskey }) => isPasskey) ? [`    ${webAuthnFlag},`] : []),
    '    providers: [',
    ...choices.flatMap(({ code }) => code),
    '    ],',
  ]
  return `${imports.join('\n')}

// This function runs only on the server. AUTH_SECRET and the options of the
// providers are read from the environment, see ${envPath}.
export const { onRequest, useSession, useSignIn, useSignOut } = routeAuth$(
  ${database ? 'async ' : ''}(${readsEnv ? '{ env }' : ''}) => ({
${options.join('\n')}
  }),
);
`
}
