import type { Router } from 'vitepress'

/** Scrolls the sidebar to the page that is open, because a long sidebar would hide it. */
export function showActivePage(router: Router): void {
  const former = router.onAfterRouteChange
  router.onAfterRouteChange = async (to) => {
    await former?.(to)
    requestAnimationFrame(scrollSidebar)
  }
  window.addEventListener('load', scrollSidebar)
}

function scrollSidebar(): void {
  const sidebar = document.querySelector('.VPSidebar')
  const active = sidebar?.querySelector('.is-active.is-link')
  if (!sidebar || !active) return
  const { top, bottom } = active.getBoundingClientRect()
  const isShown = top >= 0 && bottom <= window.innerHeight
  if (!isShown) sidebar.scrollTop += top - window.innerHeight / 2
}
