import { format } from 'prettier'
import type { CatalogueEntry } from './catalogue.js'
import { evidence } from './evidence.js'

const head = `# Services that vouch for e-mail addresses

A service vouches for an address only if it has mailed the address itself, or owns its domain. The source in the
table must say so. A service does not vouch if the source only mentions a flag, or if a customer of the service
can set the flag without a mail. The address is then stored as unverified and proves nothing about the user.

If you know that your server verifies every address, say so:

\`\`\`ts
import Okta from 'latchkey/providers/okta'

Okta({ vouchesForEmail: true })
\`\`\`

The flag of the service still decides for each user: \`email_verified: false\` stays unverified. A provider
object of your own, or of Auth.js, vouches as its flag says, unless its \`id\` is the one of a service below that does
not vouch. \`vouchesForEmail\` decides for every object.

A mail proves that the user owned the address on that day. If a domain has been sold since, the service does not know. If that
matters to your app, trust only services that own the domain. Google owns \`gmail.com\`, and the claim \`hd\` says that
the user belongs to a Google Workspace, whose domain its owner has proven:

\`\`\`ts
import Google from 'latchkey/providers/google'

Google({
  profile: ({ sub, name, email, picture, email_verified, hd }) => ({
    id: sub,
    name,
    email,
    image: picture,
    // \`null\`: the provider does not vouch for the address.
    emailVerified: hd !== undefined || email?.endsWith('@gmail.com') ? email_verified : null,
  }),
})
\`\`\`

<!-- Written by test/flows/providers/render-vouching.ts; refresh with: npx vitest run test/flows/providers/vouching.test.ts -u -->
`

/** Writes the page of the docs that says which services vouch for addresses, and why. */
export async function renderVouching(catalogue: readonly CatalogueEntry[]): Promise<string> {
  const rows = catalogue.toSorted((a, b) => a.id.localeCompare(b.id)).map(renderRow)
  const vouching = catalogue.filter(({ id }) => evidence[id]?.vouches)
  const count = `${vouching.length} of ${catalogue.length} services vouch.`
  const table = ['| service | vouches | why | source |', '| --- | --- | --- | --- |', ...rows]
  const options = { parser: 'markdown', semi: false, singleQuote: true, printWidth: 100 }
  return format(`${head}\n${count}\n\n${table.join('\n')}\n`, options)
}

function renderRow({ id, fixture, source }: CatalogueEntry): string {
  const [docs = ''] = [...source.matchAll(/^ \* @see (\S+)$/gm)].map(([, link = '']) => link)
  const withoutFlag = fixture.user.email
    ? 'No flag for the address is documented.'
    : 'It returns no address.'
  const known = evidence[id] ?? { vouches: false, why: withoutFlag }
  const where = known.source ?? docs
  const optIn = evidence[id]?.vouches === false ? ' Your app can opt in.' : ''
  return `| \`${id}\` | ${known.vouches ? 'yes' : 'no'} | ${known.why}${optIn} | [${new URL(where).hostname}](${where}) |`
}
