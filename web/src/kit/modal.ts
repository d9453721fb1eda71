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

/** It fills the screen, and neither Escape nor "back" takes it away; `tried` hears of it. */
export function staying(tried: () => void): Attachment {
  return (node) => {
    node.classList.add("screenful");
    /** Whoever still holds the key that led here has not pressed a button of this one. */
    node.onkeydown = (event) => {
      if (event.repeat && ["Enter", " "].includes(event.key)) event.preventDefault();
    };
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
