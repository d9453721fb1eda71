export default ["Gotcha!", "Well played.", "I saw that coming.", "Rock. Surely rock.", "Sweet of you.", "Again?"];
