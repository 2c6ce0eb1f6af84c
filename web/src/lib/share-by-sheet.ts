export interface SharedPage {
  readonly title: string;
  readonly url: string;
}

/**
 * Offers a page in the system's share sheet. Answers whether the sheet has done it, or the person has closed it;
 * where there is none, or it fails: `false`.
 */
export async function shareBySheet(page: SharedPage): Promise<boolean> {
  if (!navigator.canShare?.(page)) return false;
  try {
    await navigator.share(page);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
