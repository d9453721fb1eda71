/** Dialogs that lie over everything else: attach one of these. */

type Attachment = (node: HTMLDialogElement) => () => void;

/** `closed` hears that the browser closed it (Escape, "back"), and not that the page took it away. */
export function modal(closed: () => void): Attachment {
  return (node) => {
    node.addEventListener("close", closed);
    node.showModal();
    return () => {
      node.removeEventListener("close", closed);
      node.close();
    };
  };
}

/** Neither Escape nor "back" takes it away; `tried` hears of it. */
export function staying(tried: () => void): Attachment {
  return (node) => {
    node.oncancel = (event) => {
      event.preventDefault();
      tried();
    };
    /** Browsers close it without a question where nobody has touched the page since. */
    return modal(() => {
      tried();
      node.showModal();
    })(node);
  };
}
