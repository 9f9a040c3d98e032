import { expect, it } from 'vitest'
import { maskAddress } from '../../../src/pages/mask-address.js'

it.each([
  ['jane@example.com', 'j•••@example.com'],
  ['j@example.com', 'j•••@example.com'],
  ['"a@b"@example.com', '"•••@example.com'],
  ['𝒿ane@example.com', '𝒿•••@example.com'],
  ['no address', '•••'],
])('the address %s is shown as %s', (email, shown) => {
  expect(maskAddress(email)).toBe(shown)
})
