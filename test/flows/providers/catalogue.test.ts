import * as icons from 'simple-icons'
import { describe, expect, it } from 'vitest'
import { services } from '../../../src/cli/service.js'
import { setEnvDefaults } from '../../../src/config/env.js'
import { inspectConfig } from '../../../src/config/inspect-config.js'
import { providerMistakes } from '../../../src/config/validate-providers.js'
import { environmentName } from '../../../src/config/variables.js'
import type { AuthConfig } from '../../../src/model/config.js'
import { oauthProviderIds } from '../../../src/model/built-in-ids.js'
import { loadCatalogue, providerFiles, quirkSources, type CatalogueEntry } from './catalogue.js'
import { renderCatalogue, renderSenders } from './render-catalogue.js'
import { renderServices } from './render-services.js'

const catalogue = await loadCatalogue()

/** A longer one would make the sign-in page heavy; the initial takes its place. */
const longestIcon = 2050

/**
 * Logos that simple-icons does not have, because their owners allow them on sign-in buttons only, or
 * in several colours only. The link is the owner's page about sign-in buttons.
 */
const ownLogos: Readonly<Record<string, string>> = {
  'azure-ad': 'https://learn.microsoft.com/entra/identity-platform/howto-add-branding-in-apps',
  google: 'https://developers.google.com/identity/branding-guidelines',
  kakao: 'https://developers.kakao.com/docs/latest/en/kakaologin/design-guide',
  linkedin:
    'https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2',
  'microsoft-entra-id':
    'https://learn.microsoft.com/entra/identity-platform/howto-add-branding-in-apps',
  slack: 'https://docs.slack.dev/authentication/sign-in-with-slack/',
  yahoo: 'https://developer.yahoo.com/sign-in-with-yahoo/',
  yandex: 'https://yandex.com/dev/id/doc/en/codes/buttons-design',
}

it('the ids are those of the folder', () => {
  expect(providerFiles.filter((id) => !oauthProviderIds.some((known) => known === id))).toEqual([])
  expect(oauthProviderIds.filter((id) => !providerFiles.includes(id))).toEqual([])
  expect([...oauthProviderIds]).toEqual([...oauthProviderIds].toSorted())
})

/** Services that read `a b` as one scope, as their documentation says. */
const separatedByCommas = [
  'adobe',
  'concept2',
  'instagram',
  'kakao',
  'linear',
  'medium',
  'pinterest',
  'qq',
  'seznam',
  'shopify',
  'stackexchange',
  'strava',
  'threads',
  'tiktok',
  'todoist',
  'wechat',
  'weibo',
  'withings',
  'zoho',
]

it('the services that separate scopes with commas are asked for more scopes with commas', () => {
  const ids = catalogue.filter(({ factory }) => factory().scopeSeparator === ',')
  expect(ids.map(({ id }) => id).toSorted()).toEqual(separatedByCommas)
})

it('the page of the docs is up to date (refresh it with `vitest -u`)', async () => {
  const page = await renderCatalogue(catalogue)
  await expect(page).toMatchFileSnapshot('../../../docs/providers/README.md')
})

it('the page of the docs about senders of mails is up to date (refresh it with `vitest -u`)', async () => {
  await expect(await renderSenders()).toMatchFileSnapshot(
    '../../../docs/providers/email-senders.md',
  )
})

it('the list of the command line is up to date (refresh it with `vitest -u`)', async () => {
  const list = await renderServices(catalogue)
  await expect(list).toMatchFileSnapshot('../../../src/cli/service-rows.ts')
})

it('the quirks that providers share bring in no provider', () => {
  const sources = quirkSources()
  expect(sources.length).toBeGreaterThan(0)
  const targets = sources.flatMap(importsOf)
  expect(targets.filter((name) => !/^\.\/[\w-]+\.js$/.test(name))).toEqual([])
})

describe.each(catalogue)('$id', ({ id, factory, fixture, source }) => {
  const provider = factory()

  it('is named by its file, and usable without options', () => {
    expect(provider).toMatchObject({ id, type: fixture.type, options: {} })
  })

  it('says in its file where to register, and what the environment may hold', () => {
    const links = [...source.matchAll(/^ \* @see (https:\/\/\S+)$/gm)]
    expect(links.length).toBeGreaterThanOrEqual(2)
    expect(source).toContain(`/auth/callback/${id}`)
    const names = ['id', ...Object.keys(provider.variables ?? {})]
    if (fixture.token.auth !== 'none') names.push('secret')
    if (fixture.options?.['issuer']) names.push('issuer')
    const unsaid = names
      .map((name) => environmentName(id, name))
      .filter((name) => !source.includes(name))
    expect(unsaid).toEqual([])
  })

  it('can be used once its variables in the command line are set, and not before', () => {
    const needs = services.get(id)?.needs ?? []
    expect(mistakesOf(id, factory, needs)).toEqual([])
    for (const name of ['id', 'secret', 'issuer'].filter((option) => needs.includes(option))) {
      const others = needs.filter((option) => option !== name)
      expect(mistakesOf(id, factory, others), name).toHaveLength(1)
    }
  })

  it('has the icon of its brand, unless that is too long', () => {
    expect(provider.style?.brandColor).toMatch(/^#[\dA-F]{6}$/)
    if (Object.hasOwn(ownLogos, id)) {
      expect(provider.style?.icon?.length).toBeGreaterThan(0)
      return
    }
    const slug = fixture.icon === undefined ? id.replaceAll('-', '') : fixture.icon
    const path = pathOf(slug)
    expect(provider.style?.icon).toBe(path && path.length <= longestIcon ? path : undefined)
  })

  it('brings in no other provider', () => {
    expect(importsOf(source).filter((name) => !name.startsWith('./quirks/'))).toEqual([])
  })
})

function mistakesOf(
  id: string,
  factory: CatalogueEntry['factory'],
  options: readonly string[],
): readonly unknown[] {
  const values = options.map((option) => [environmentName(id, option), valueOf(option)] as const)
  const config: AuthConfig = { providers: [factory] }
  setEnvDefaults(new Map(values), config)
  const { providers, disabled } = inspectConfig(config)
  return [...providerMistakes({}, providers), ...disabled.values()]
}

function valueOf(option: string): string {
  return /issuer|url$/i.test(option) ? 'https://id.example' : 'id.example'
}

function pathOf(slug: string | null): string | undefined {
  return Object.values(icons).find((icon) => icon.slug === slug)?.path
}

/** What a file imports, but for types, which are gone when it runs. */
function importsOf(source: string): readonly string[] {
  return [...source.matchAll(/^import (?!type)[^']*'([^']+)'$/gm)].map(([, name = '']) => name)
}
