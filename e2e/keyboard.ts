import type { Locator, Page } from '@playwright/test'
import { expect } from './test'

/** Presses the tab key until the field with a label has the focus. */
export async function tabTo(page: Page, label: string): Promise<void> {
  await tabToElement(page, page.getByLabel(label, { exact: true }))
}

/** Presses the tab key until an element has the focus. Each element on the way must show that it has it. */
export async function tabToElement(page: Page, element: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    expect(await outlineWidth(page)).toBeGreaterThanOrEqual(2)
    if (await element.evaluate((one) => one === document.activeElement)) return
  }
  throw new Error(`Tab never reached ${element.toString()}.`)
}

/** How wide the line around the focused element is, in pixels. */
function outlineWidth(page: Page): Promise<number> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return 0
    const { outlineStyle, outlineWidth } = getComputedStyle(focused)
    return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth)
  })
}
