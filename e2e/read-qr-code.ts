import type { Browser, Locator } from '@playwright/test'
import jsQR from 'jsqr'

// jsqr is CommonJS and its function is the default export of its default export.
const decode = (jsQR as unknown as { default?: typeof jsQR }).default ?? jsQR

/** What a camera reads from a QR code on the screen. Another browser turns the picture into pixels. */
export async function readQrCode(browser: Browser, code: Locator): Promise<string | undefined> {
  const picture = await code.screenshot()
  const context = await browser.newContext({ javaScriptEnabled: true })
  const page = await context.newPage()
  const { pixels, width, height } = await page.evaluate(toPixels, picture.toString('base64'))
  await context.close()
  return decode(Uint8ClampedArray.from(pixels), width, height)?.data
}

async function toPixels(
  base64: string,
): Promise<{ pixels: number[]; width: number; height: number }> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const { width, height } = bitmap
  const canvas = new OffscreenCanvas(width, height).getContext('2d')
  canvas?.drawImage(bitmap, 0, 0)
  return { pixels: [...(canvas?.getImageData(0, 0, width, height).data ?? [])], width, height }
}
