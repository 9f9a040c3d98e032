import { fileURLToPath } from 'node:url'
import { Application } from 'typedoc'

const root = fileURLToPath(new URL('../', import.meta.url))

/**
 * The entry points that have a page. Each of the other providers has a page of its own in docs/providers/.
 */
const entryPoints = [
  'src/qwik/index.ts',
  'src/qwik/ui/index.ts',
  'src/qwik2/index.ts',
  'src/core.ts',
  'src/errors.ts',
  'src/account.ts',
  'src/audit.ts',
  'src/factors.ts',
  'src/jwt.ts',
  'src/node.ts',
  'src/otel.ts',
  'src/passkeys.ts',
  'src/testing.ts',
  'src/vite.ts',
  'src/adapters/*.ts',
  'src/providers/{credentials,nodemailer,passkey,password,webauthn}.ts',
]

/** Options of typedoc-plugin-markdown. */
const markdown = {
  router: 'module',
  entryFileName: 'README',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  tableColumnSettings: { hideSources: true, hideModifiers: true },
  useCodeBlocks: true,
  useHTMLAnchors: true,
  expandObjects: false,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  propertyMembersFormat: 'table',
  enumMembersFormat: 'table',
  typeDeclarationFormat: 'table',
}

/** Writes docs/reference/api/ from the comments of the public names. */
export async function writeReference() {
  const app = await Application.bootstrapWithPlugins({
    plugin: ['typedoc-plugin-markdown'],
    options: `${root}typedoc.json`,
    entryPoints: entryPoints.map((path) => root + path),
    tsconfig: `${root}tsconfig.api.json`,
    out: `${root}docs/reference/api`,
    basePath: `${root}src`,
    sourceLinkTemplate: 'https://github.com/latchkey-auth/latchkey/blob/main/src/{path}#L{line}',
    logLevel: 'Error',
    validation: false,
    // `npm run api:check` reports every warning.
    treatWarningsAsErrors: false,
    ...markdown,
  })
  const project = await app.convert()
  if (!project) throw new Error('TypeDoc found errors in the types: see above.')
  await app.generateOutputs(project)
}
