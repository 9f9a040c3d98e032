import { format } from 'prettier'
import { serviceRows } from '../../../src/cli/service-rows.js'
import { environmentName } from '../../../src/config/variables.js'
import type { CatalogueEntry } from './catalogue.js'
import type { Fixture } from './fixture.js'
import { userNameIds } from './user-name-ids.js'

const head = `# Providers

Import the provider and add it to \`providers\`. Its page says where to register your app, which callback URL to
register, and which variables to set:

\`\`\`ts
import { routeAuth$ } from 'latchkey'
import GitHub from 'latchkey/providers/github'
import Google from 'latchkey/providers/google'

export const { onRequest, useSession, useSignIn, useSignOut } = routeAuth$(() => ({
  providers: [GitHub, Google], // AUTH_GITHUB_ID, AUTH_GITHUB_SECRET, AUTH_GOOGLE_ID, AUTH_GOOGLE_SECRET
}))
\`\`\`

- [E-mail verification](email-verification.md): which providers verify the e-mail addresses of their users
- [Senders of mails](email-senders.md): services that send the mails for sign-in by e-mail
- [Provider objects of Auth.js](auth-js-providers.md): how their authorization URLs differ here

For a service that has no built-in provider, write a [provider of your own](../guide/oauth.md).

<!-- Written by test/flows/providers/render-catalogue.ts; refresh with: npx vitest run test/flows/providers/catalogue.test.ts -u -->

## All providers

"User" is what the provider returns besides the id. An address is verified only if the provider has mailed it or owns
its domain.
`

const sendersHead = `# Senders of mails

Sign-in by e-mail needs a service that sends the mails, or an SMTP server. Import the sender, set its variables, and add
it to \`providers\`. [E-mail](../guide/email.md) explains limits, languages and the text of the mails.

<!-- Written by test/flows/providers/render-catalogue.ts; refresh with: npx vitest run test/flows/providers/catalogue.test.ts -u -->
`

const aboutIds = `## Ids that are user names

Your app recognises a user by the id that the service returns. Almost all services return an id that never changes
and never belongs to another person. The following have no id besides the user name. If a name can be given again,
delete the user in your app, or unlink the account, when the user is deleted at the service. Otherwise the next
owner of the name signs in as the former one.
`

const options = { parser: 'markdown', semi: false, singleQuote: true, printWidth: 100 }

/** Writes the page of the docs that lists the providers. */
export async function renderCatalogue(catalogue: readonly CatalogueEntry[]): Promise<string> {
  const rows = catalogue.toSorted(byName).map(renderRow)
  const table = [
    '| Provider | Import | Protocol | User | Status |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
  const ids = [
    '| Provider | Id | Source |',
    '| --- | --- | --- |',
    ...Object.entries(userNameIds).map(
      ([id, { why, source }]) =>
        `| \`${id}\` | ${why} | [${new URL(source).hostname}](${source}) |`,
    ),
  ].join('\n')
  return format(`${head}\n${table}\n\n${aboutIds}\n${ids}\n`, options)
}

/** Writes the page of the docs that lists the services that send mails. */
export async function renderSenders(): Promise<string> {
  const senders = serviceRows.filter(([, type]) => type === 'email')
  const rows = senders.map(([id, , , name, needs, registration]) => {
    const variables = needs.split(' ').map((option) => `\`${environmentName(id, option)}\``)
    const link = registration
      ? `[${new URL(registration).hostname}](${registration})`
      : 'your own server'
    return `| ${name} | \`latchkey/providers/${id}\` | ${variables.join(', ')} | ${link} |`
  })
  const table = [
    '| Sender | Import | Variables | Register at |',
    '| --- | --- | --- | --- |',
    ...rows,
  ]
  return format(`${sendersHead}\n${table.join('\n')}\n`, options)
}

function renderRow({ id, factory, fixture }: CatalogueEntry): string {
  const protocol = fixture.type === 'oidc' ? 'OpenID Connect' : 'OAuth 2.0'
  const status = fixture.status ?? 'active'
  return `| [${factory().name}](${id}.md) | \`latchkey/providers/${id}\` | ${protocol} | ${userOf(fixture)} | ${status} |`
}

function userOf({ user }: Fixture): string {
  const email = user.email && (user.verified ? 'verified e-mail' : 'e-mail')
  const fields = [user.name && 'name', email, user.image && 'image'].filter(Boolean)
  return fields.join(', ') || 'only the id'
}

function byName(a: CatalogueEntry, b: CatalogueEntry): number {
  return a.factory().name.localeCompare(b.factory().name, 'en')
}
