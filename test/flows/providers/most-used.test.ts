import { expect, it } from 'vitest'
import { loadCatalogue } from './catalogue.js'
import { mostUsed } from './most-used.js'

const catalogue = await loadCatalogue()

it('the most used services are sixty', () => {
  expect(Object.keys(mostUsed)).toHaveLength(60)
})

it.each(Object.entries(mostUsed))(
  'the service %s has its logo, or a reason why it has none',
  (id, reason) => {
    const entry = catalogue.find((one) => one.id === id)
    const { style } = entry?.factory() ?? {}
    const hasLogo = (style?.icon?.length ?? 0) > 0
    expect(hasLogo).toBe(reason === 'logo')
    if (!hasLogo) expect(reason).toMatch(/^[A-Z].{20,}\.$/)
  },
)
