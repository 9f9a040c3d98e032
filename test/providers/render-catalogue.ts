import { format } from 'prettier'
import { environmentName } from '../../src/config/variables.js'
import type { CatalogueEntry } from './catalogue.js'
import type { Fixture } from './fixture.js'
import { userNameIds } from './user-name-ids.js'

const head = `# Providers

Each is a file of its own: \`import GitHub from 'latchkey/providers/github'\`, then
\`providers: [GitHub]\`. The environment holds the client: \`AUTH_GITHUB_ID\`, \`AUTH_GITHUB_SECRET\`. At
the service, register \`https://your.app/auth/callback/<id>\` as the redirect URI.

"Returns" is what a person's profile has besides the id. An address counts as verified only if the service
has mailed it or owns its domain ("verified e-mail"): [who may vouch](email-verification.md).

<!-- Written by test/providers/render-catalogue.ts; refresh with: npx vitest run test/providers/catalogue.test.ts -u -->
`

const aboutIds = `## Ids that are user names

Your app recognises a user by the id that the service returns. Almost all services return an id that never changes
and never belongs to another person. The following have no id besides the user name. If a name can be given again,
delete the user in your app, or unlink the account, when the user is deleted at the service. Otherwise the next
owner of the name signs in as the former one.
`

/** Writes the page of the docs that lists the providers. */
export async function renderCatalogue(catalogue: readonly CatalogueEntry[]): Promise<string> {
  const rows = catalogue.toSorted((a, b) => a.id.localeCompare(b.id)).map(renderRow)
  const table = [
    '| id | name | type | scopes | returns | environment besides `_ID`, `_SECRET` | register | status |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
  const ids = [
    '| service | the id | source |',
    '| --- | --- | --- |',
    ...Object.entries(userNameIds).map(
      ([id, { why, source }]) =>
        `| \`${id}\` | ${why} | [${new URL(source).hostname}](${source}) |`,
    ),
  ].join('\n')
  const options = { parser: 'markdown', semi: false, singleQuote: true, printWidth: 100 }
  return format(`${head}\n${table}\n\n${aboutIds}\n${ids}\n`, options)
}

function renderRow({ id, factory, fixture, source }: CatalogueEntry): string {
  const { name, variables } = factory()
  const [docs, console = docs] = [...source.matchAll(/^ \* @see (\S+)$/gm)].map(([, link]) => link)
  const names = new Set(Object.keys(variables ?? {}))
  if (typeof fixture.options?.['issuer'] === 'string') names.add('issuer')
  return `| ${[
    `\`${id}\``,
    `[${name}](${docs})`,
    fixture.type,
    scopesOf(fixture),
    returnsOf(fixture),
    [...names].map((option) => `\`${environmentName(id, option)}\``).join(', '),
    `[console](${console})`,
    fixture.status ?? 'active',
  ].join(' | ')} |`
}

/** What the contract test sees in the request. */
function scopesOf({ type, authorizationParams = {} }: Fixture): string {
  const standard = type === 'oidc' ? 'openid profile email' : undefined
  const scope = 'scope' in authorizationParams ? authorizationParams['scope'] : standard
  return scope === undefined ? '' : `\`${scope}\``
}

function returnsOf({ user }: Fixture): string {
  const email = user.email && (user.verified ? 'verified e-mail' : 'e-mail')
  return [user.name && 'name', email, user.image && 'image'].filter(Boolean).join(', ')
}
