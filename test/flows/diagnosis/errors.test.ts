import { expect, it } from 'vitest'
import { errorTraits } from '../../../src/errors/traits.js'
import { cures, errorFiles, groupedFiles, renderErrors } from './render-errors.js'

it('the page of the docs about errors is up to date (refresh it with `vitest -u`)', async () => {
  await expect(await renderErrors()).toMatchFileSnapshot('../../../docs/reference/errors.md')
})

it('every error has a cause, a cure and an anchor', async () => {
  const page = await renderErrors()
  const types = Object.keys(errorTraits)
  expect(types.filter((type) => !page.includes(`### ${type}\n`))).toEqual([])
  expect(types.filter((type) => !cures[type])).toEqual([])
  expect(Object.keys(cures).filter((type) => !types.includes(type))).toEqual([])
  expect(page).not.toMatch(/\*\*Cause\.\*\* ?\n|\*\*Cure\.\*\* ?\n/)
})

it('every file of errors is in a group of the page', () => {
  expect(errorFiles.filter((file) => !groupedFiles.includes(file))).toEqual([])
})
