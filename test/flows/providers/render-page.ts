import { readFileSync } from 'node:fs'
import { format } from 'prettier'
import { serviceRows } from '../../../src/cli/service-rows.js'
import { environmentName } from '../../../src/config/variables.js'
import type { CatalogueEntry } from './catalogue.js'
import { evidence } from './evidence.js'
import { readFileComment, type FileComment } from './file-comment.js'
import type { Fixture } from './fixture.js'
import { userNameIds } from './user-name-ids.js'

/** What neither the provider's file nor its fixture says. */
interface Facts {
  readonly callback?: string
  /** An app at the service has one callback URL. */
  readonly isSingle?: boolean
  readonly refresh?: string
  readonly notes?: readonly string[]
}

const facts = JSON.parse(
  readFileSync(new URL('../../../docs/data/providers.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, Facts>>

/** The ids that have facts. Each must be the id of a provider. */
export const idsWithFacts: readonly string[] = Object.keys(facts)

/** Writes the page of the docs for a service that users sign in with. */
export async function renderPage(entry: CatalogueEntry): Promise<string> {
  const { id, factory, source } = entry
  const { name } = factory()
  const comment = readFileComment(source)
  const text = `# ${name}

<!-- Written by test/flows/providers/render-page.ts; refresh with: npx vitest run --project engine test/flows/providers/pages.test.ts -u -->

${comment.intro}

## Set up

${steps(entry, comment)}

## User

${renderUser(entry)}

## Protocol

${renderProtocol(entry)}
${list('Notes', notesOf(entry))}
## See also

- [Services](../guide/oauth.md): options that every provider has
- [Access tokens](../guide/tokens.md): call the API of ${name} for a user
- [All providers](README.md)
- [Documentation of ${name}](${linksOf(source)[0]})
`
  const options = { parser: 'markdown', semi: false, singleQuote: true, printWidth: 100 }
  return format(text.replaceAll('/auth/callback/<id>', `/auth/callback/${id}`), options)
}

function steps({ id, source, fixture }: CatalogueEntry, { setup, isDomain }: FileComment): string {
  const [, , importName, name, needs = ''] = serviceRows.find(([one]) => one === id) ?? []
  const variables = needs.split(' ').map((option) => `${environmentName(id, option)}=`)
  const console = linksOf(source).at(-1)
  const registered = fixture.token.auth === 'none' && !needs.includes('secret')
  return `1. ${registered ? 'Read how apps are identified' : 'Register your app'}: [${new URL(console ?? '').hostname}](${console}).
2. ${isDomain ? domainStep(id) : urlStep(id, facts[id])}
3. Set these variables, in development in the file \`.env\`:

   \`\`\`ini
   ${variables.join('\n   ')}
   \`\`\`
${setup ? `\n   ${setup}\n` : ''}
4. Add the provider to your config:

   \`\`\`ts
   // src/routes/plugin@auth.ts
   import { routeAuth$ } from 'latchkey'
   import ${importName} from 'latchkey/providers/${id}'

   export const { onRequest, useSession, useSignIn, useSignOut } = routeAuth$(() => ({
     providers: [${importName}],
   }))
   \`\`\`

The sign-in page \`/auth/signin\` now has the button for ${name}. In a form of your own, set \`providerId\` to \`${id}\`.`
}

/** For a service that compares only the domain. */
function domainStep(id: string): string {
  return `Register the domain of your app, such as \`your.app\`, without scheme and path. The callback URL is \`https://your.app/auth/callback/${id}\`.`
}

/** With the callback URL of the dev server, unless the service refuses it. */
function urlStep(id: string, { callback = '', isSingle = false }: Facts = {}): string {
  const url = `\`https://your.app/auth/callback/${id}\``
  const local = `\`http://localhost:5173/auth/callback/${id}\``
  const isLocal = !/(?:requires|must use) https(?!, except)|127\.0\.0\.1/.test(callback)
  const beside = isLocal && !isSingle ? `, and ${local} for development` : ''
  const apart = isLocal && isSingle ? `For development, register a second app with ${local}.` : ''
  return [`Register ${url} as the callback URL${beside}.`, callback, apart]
    .filter(Boolean)
    .join(' ')
}

function renderUser({ id, factory, fixture }: CatalogueEntry): string {
  const { user, profile, idAt } = fixture
  const known = evidence[id]
  const email = user.email
    ? `${user.verified ? 'Verified' : 'Not verified'}. ${known?.why ?? 'No flag for the address is documented.'}`
    : 'Not returned.'
  const rows = [
    ['`id`', idAt.map((path) => `\`${path}\``).join(', then ')],
    ['`name`', user.name ? 'Returned.' : 'Not returned.'],
    ['`email`', email],
    ['`image`', user.image ? 'Returned.' : 'Not returned.'],
  ]
  return `| Field | From ${factory().name} |
| --- | --- |
${rows.map(([field, value]) => `| ${field} | ${value} |`).join('\n')}

Your \`profile\`, \`signIn\` and \`jwt\` callbacks receive the whole profile, such as:

\`\`\`json
${JSON.stringify(profile, null, 2)}
\`\`\``
}

function renderProtocol({ id, factory, fixture }: CatalogueEntry): string {
  const provider = factory()
  const rows = [
    ['Protocol', fixture.type === 'oidc' ? 'OpenID Connect' : 'OAuth 2.0'],
    ['Provider id', `\`${id}\``],
    ['Scopes', scopesOf(fixture)],
    ...(provider.scopeSeparator === ',' ? [['Scope separator', 'comma']] : []),
    ['Checks', fixture.checks.map((check) => `\`${check}\``).join(', ')],
    ['Client authentication', clientAuthentication(fixture)],
    ['Authorization endpoint', `\`${fixture.authorization}\``],
    ['Refresh tokens', refreshOf(provider, fixture, facts[id])],
    ['Status', fixture.status ?? 'active'],
  ]
  return `| Fact | Value |\n| --- | --- |\n${rows.map(([fact, value]) => `| ${fact} | ${value} |`).join('\n')}`
}

function scopesOf({ type, authorizationParams = {} }: Fixture): string {
  const standard = type === 'oidc' ? 'openid profile email' : undefined
  const scope = 'scope' in authorizationParams ? authorizationParams['scope'] : standard
  return scope === undefined ? 'none' : `\`${scope}\``
}

function clientAuthentication({ token }: Fixture): string {
  if (token.auth === 'own') return "the service's own method"
  return token.auth === 'none' ? 'none' : `\`${token.auth}\``
}

function refreshOf(
  provider: ReturnType<CatalogueEntry['factory']>,
  fixture: Fixture,
  known: Facts | undefined,
): string {
  if (known?.refresh) return known.refresh
  const asked = Object.entries(provider.offlineParams ?? {}).map(
    ([key, value]) => `\`${key}=${value}\``,
  )
  if (asked.length > 0) return `Ask for them with ${asked.join(' and ')}.`
  if (scopesOf(fixture).includes('offline_access'))
    return 'Requested by default (`offline_access`).'
  return 'Stored and used if the service returns one.'
}

function notesOf({ id }: CatalogueEntry): readonly string[] {
  const notes = [...(facts[id]?.notes ?? [])]
  const name = userNameIds[id]
  if (name)
    notes.push(`${name.why} See [ids that are user names](README.md#ids-that-are-user-names).`)
  return notes
}

function list(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return ''
  return `\n## ${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`
}

function linksOf(source: string): readonly string[] {
  return [...source.matchAll(/^ \* @see (\S+)$/gm)].map(([, link = '']) => link)
}
