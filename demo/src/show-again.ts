import type { RequestEventAction } from '@builder.io/qwik-city'

/**
 * Shows the page of an action with its new data. Without JavaScript it is loaded anew, so that Reload
 * sends no form twice. The router of Qwik 2 loads the data by itself, and takes a redirect to the page
 * that it shows for nothing to do.
 */
export function showAgain(event: RequestEventAction, path: string): void {
  if ('internalRequest' in event && event.internalRequest) return
  throw event.redirect(303, path)
}
