export default ["Have this one, my friend.", "Well played.", "Not another trick!", "Mind the gator.", "The Swamp is kind today.", "Again?"];
