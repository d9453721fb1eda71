export default ["I swear it is mine.", "You are lying.", "Help me, and half is yours.", "Nobody calls? Lovely.", "Into the sea with you.", "Deal?"];
